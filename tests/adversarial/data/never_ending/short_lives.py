"""Computes in children that live too briefly to be looked at."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import os

def attack(number):
    while True:
        if os.fork() == 0:
            for _ in range(30_000):
                pass
            os._exit(0)
        os.wait()
