"""Dies so that a core is dumped, after asking for one of any size."""
#: verdict = "runtime_error"
#: says = "SIGQUIT"
import ctypes
import os
import resource
import signal

def attack(number):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
    except (OSError, ValueError):
        pass
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
    os.kill(os.getpid(), signal.SIGQUIT)
    signal.pause()
