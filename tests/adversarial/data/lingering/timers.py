"""Leaves timers, alarms and a CPU limit of its own that strike in the next call."""
import ctypes
import resource
import signal

def attack(number):
    for name in (signal.SIGALRM, signal.SIGPROF, signal.SIGVTALRM):
        signal.signal(name, signal.SIG_IGN)
    for kind in (signal.ITIMER_REAL, signal.ITIMER_PROF, signal.ITIMER_VIRTUAL):
        signal.setitimer(kind, 0.001, 0.001)
    ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)
    return "armed"
