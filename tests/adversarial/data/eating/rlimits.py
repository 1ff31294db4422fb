"""Raises its own limits, and those of others."""
#: actual = "[]"
import os
import resource

def attack(number):
    raised = []
    for name in ("AS", "NPROC", "FSIZE", "CORE", "NOFILE", "STACK"):
        kind = getattr(resource, f"RLIMIT_{name}")
        before = resource.getrlimit(kind)[1]
        for pid in (None, os.getppid(), 1):
            for bound in (resource.RLIM_INFINITY, before + 4096):
                try:
                    if pid is None:
                        resource.setrlimit(kind, (bound, bound))
                    else:
                        resource.prlimit(pid, kind, (bound, bound))
                    raised.append((name, pid))
                except (OSError, ValueError, OverflowError):
                    pass
    return raised
