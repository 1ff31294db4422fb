"""Lets processes stand still for their children, which the kernel counts as work that waits: it costs no CPU time."""
#: actual = "[]"
import ctypes
import os
import time

libc = ctypes.CDLL(None)
VFORK, CLONE = {"x86_64": (58, 56), "aarch64": (220, 220)}[os.uname().machine]
SIGNAL, FLAG = 17, 0x4000

def attack(number):
    for call in ((VFORK, FLAG | SIGNAL, 0, 0, 0, 0), (CLONE, FLAG | SIGNAL, 0, 0, 0, 0)):
        if os.fork() == 0:
            if libc.syscall(*call) == 0:
                libc.pause()
            os._exit(0)
    time.sleep(0.1)
    states = [open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0]
              for pid in os.listdir("/proc") if pid.isdigit()]
    return [state for state in states if state == "D"]
