"""Steps back behind everybody else, so that the machine looks too busy for it."""
#: actual = "[]"
import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
NUMBERS = {
    # setpriority, sched_setparam, sched_setscheduler, sched_setattr, sched_setaffinity, ioprio_set
    "x86_64": (141, 142, 144, 314, 203, 251),
    "aarch64": (140, 118, 119, 274, 122, 30),
}.get(os.uname().machine, ())

def system_call(*values):
    return libc.syscall(*values) != -1

def attack(number):
    idle = ctypes.create_string_buffer(struct.pack("<IIQiI3Q", 48, os.SCHED_IDLE, 0, 0, 0, 0, 0, 0))
    parameter = ctypes.create_string_buffer(4)
    one_core = ctypes.create_string_buffer(b"\1" + bytes(127))
    arguments = [(0, 0, 19), (0, parameter), (0, os.SCHED_IDLE, parameter), (0, idle, 0),
                 (0, 128, one_core), (1, 0, 3 << 13)]
    done = [called for called, values in zip(NUMBERS, arguments) if system_call(called, *values)]
    attempts = {
        "nice": lambda: os.nice(19),
        "batch": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
        "core of its own": lambda: 1 / (libc.prctl(62, 1, 0, 0, 0) == 0),
        "own session": lambda: open("/proc/self/autogroup", "w").write("19"),
        "statistics": lambda: open("/proc/self/sched", "w").write("0"),
    }
    for name, attempt in attempts.items():
        try:
            attempt()
            done.append(name)
        except (OSError, ZeroDivisionError):
            pass
    return done
