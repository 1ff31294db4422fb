"""Leaves children that have ended and that nobody waits for."""
#: cpu = 2
import os

def attack(number):
    for _ in range(20):
        if os.fork() == 0:
            if os.fork() == 0:
                os._exit(0)
            os._exit(0)
    return "left"
