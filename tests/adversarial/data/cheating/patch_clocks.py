"""Makes every clock stand still, and then computes for too long."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import resource
import sys
import time

def attack(number):
    stopped = lambda *args: 0.0
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, stopped)
        setattr(time, f"{name}_ns", lambda *args: 0)
    time.clock_gettime = stopped
    resource.getrusage = lambda who: resource.struct_rusage((0.0,) * 16)
    sys.modules["grader.runner.call"].process_time = stopped
    for name in ("perf_counter_ns", "process_time_ns", "thread_time_ns"):
        setattr(sys.modules["grader.runner.clock"], name, lambda: 0)
    while True:
        pass
