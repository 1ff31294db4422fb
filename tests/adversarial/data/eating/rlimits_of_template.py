"""Lowers the limits of the process that forks for each call, so that the next call has none left."""
#: actual = "[]"
import os
import resource

def attack(number):
    lowered = []
    for name in ("AS", "NPROC", "NOFILE", "CPU", "DATA"):
        for pid in (os.getppid(), 1):
            try:
                resource.prlimit(pid, getattr(resource, f"RLIMIT_{name}"), (1, 1))
                lowered.append((name, pid))
            except OSError:
                pass
    return lowered
