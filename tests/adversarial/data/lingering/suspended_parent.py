"""Forks in the way in which the parent stands still until the child ends, which never happens."""
#: verdict = "time_limit_exceeded"
#: says = "it waits for something"
import ctypes
import os

libc = ctypes.CDLL(None)

def attack(number):
    # CLONE_VM | CLONE_VFORK, by an extra process so that the stack that is shared is nobody's loss.
    if os.fork() == 0:
        if libc.syscall({"x86_64": 58, "aarch64": 1 << 20}[os.uname().machine]) == 0:
            libc.pause()
    libc.pause()
