"""Sets the machine's clock, or at least the alarm that would end it."""
#: actual = "[]"
import ctypes
import time

libc = ctypes.CDLL(None, use_errno=True)

def attack(number):
    done = []
    for clock in (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID):
        try:
            time.clock_settime(clock, 0.0)
            done.append(clock)
        except OSError:
            pass
    moment = (ctypes.c_long * 2)(0, 0)
    if libc.settimeofday(moment, None) == 0:
        done.append("settimeofday")
    if libc.syscall(159, (ctypes.c_long * 40)(1)) >= 0:
        done.append("adjtimex")
    return done
