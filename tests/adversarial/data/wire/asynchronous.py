"""Has the kernel send signals to others whenever something arrives on the shared connection."""
#: verdict = ["wrong_answer", "runtime_error"]
import fcntl
import os
import signal

def attack(number):
    control = next(int(fd) for fd in os.listdir("/proc/self/fd") if "socket" in os.path.realpath(f"/proc/self/fd/{fd}"))
    for owner in (os.getppid(), 1):
        try:
            fcntl.fcntl(control, fcntl.F_SETOWN, owner)
            fcntl.fcntl(control, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(control, fcntl.F_SETFL, os.O_ASYNC | fcntl.fcntl(control, fcntl.F_GETFL))
        except OSError:
            pass
    return "armed"
