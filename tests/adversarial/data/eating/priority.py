"""Takes precedence over everybody else: nice, scheduling class, affinity, I/O."""
#: actual = "[]"
import ctypes
import os

libc = ctypes.CDLL(None)

def attack(number):
    done = []
    attempts = {
        "nice": lambda: os.nice(-5),
        "setpriority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        "fifo": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        "affinity of PID 1": lambda: os.sched_setaffinity(1, {0}),
        "mlockall": lambda: 1 / (libc.mlockall(3) == 0),
    }
    for name, attempt in attempts.items():
        try:
            attempt()
            done.append(name)
        except (OSError, ZeroDivisionError):
            pass
    return [name for name in done if name != "mlockall"]
