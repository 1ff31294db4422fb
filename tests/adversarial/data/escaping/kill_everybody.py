"""Kills everybody it can reach, and says that it is alone."""
#: actual = "'alone'"
import os
import signal

def attack(number):
    os.kill(-1, signal.SIGKILL)
    for group in range(1, 200):
        if group != os.getpgrp():
            try:
                os.killpg(group, signal.SIGKILL)
            except OSError:
                pass
    return "alone"
