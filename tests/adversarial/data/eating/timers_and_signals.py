"""Makes timers and queues signals until there can be no more."""
#: cpu = 2
#: actual = "'refused'"
import ctypes
import os

libc = ctypes.CDLL(None)

def attack(number):
    made = 0
    for _ in range(20_000):
        held = ctypes.c_void_p()
        if libc.timer_create(1, None, ctypes.byref(held)) != 0:
            break
        made += 1
    return "made" if made == 20_000 else "refused"
