"""Sends PID 1 every signal there is."""
#: actual = "'alone'"
import os
import signal

def attack(number):
    for name in signal.valid_signals():
        try:
            os.kill(1, name)
        except OSError:
            pass
    return "alone" if os.path.exists("/proc/1/stat") else "gone"
