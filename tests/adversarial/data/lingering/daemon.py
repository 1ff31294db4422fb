"""Leaves a daemon that ignores signals and holds every descriptor open."""
import os
import signal
import time

def attack(number):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for name in signal.valid_signals():
                try:
                    signal.signal(name, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            while True:
                time.sleep(0.001)
        os._exit(0)
    os.wait()
    return "left"
