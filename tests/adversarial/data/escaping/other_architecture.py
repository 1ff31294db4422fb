"""Makes system calls by the numbers of another architecture, which a filter may not know."""
#: verdict = "runtime_error"
#: says = "SIGSYS"
import ctypes
import os
import signal

def attack(number):
    if os.uname().machine == "x86_64":
        return ctypes.CDLL(None).syscall(0x40000000 | 39)
    os.kill(os.getpid(), signal.SIGSYS)
    signal.pause()
