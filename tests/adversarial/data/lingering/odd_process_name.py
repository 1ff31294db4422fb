"""Leaves processes whose names look like the fields that follow a name in /proc."""
#: cpu = 2
import ctypes
import os
import time

libc = ctypes.CDLL(None)

def attack(number):
    for name in (b") Z 1 1 1 (", b"a) X 1 (b", b"\n) S 0 0", b"\xff\xfe) Z", b"1 (init) S"):
        if os.fork() == 0:
            os.setsid()
            libc.prctl(15, name, 0, 0, 0)
            time.sleep(1000)
    return "left"
