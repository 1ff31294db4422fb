"""Lowers its own limits so far that the runner cannot even answer."""
#: verdict = ["wrong_answer", "runtime_error", "memory_limit_exceeded"]
import resource

def attack(number):
    for name in ("AS", "DATA", "NOFILE", "NPROC", "STACK", "FSIZE", "RSS", "MSGQUEUE", "SIGPENDING"):
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (0, 0))
    return "nothing left"
