"""Makes every clock stand still, and then computes for too long."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import resource
import sys
import time

def runner():
    """The globals of the template, whose frame is below every call."""
    frame = sys._getframe()
    while frame.f_globals["__name__"] != "grader.runner.template_process":
        frame = frame.f_back
    return frame.f_globals

def attack(number):
    stopped = lambda *args: 0.0
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, stopped)
        setattr(time, f"{name}_ns", lambda *args: 0)
    time.clock_gettime = stopped
    resource.getrusage = lambda who: resource.struct_rusage((0.0,) * 16)
    runner()["student_call"].process_time = stopped
    for name in ("perf_counter_ns", "process_time_ns", "thread_time_ns"):
        runner()["VirtualClock"].passed.__globals__[name] = lambda: 0
    while True:
        pass
