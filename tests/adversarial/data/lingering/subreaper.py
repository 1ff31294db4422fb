"""Adopts all orphans, ignores the end of children, and outlives its parent."""
import ctypes
import os
import signal
import time

def attack(number):
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    return "adopted"
