"""Lets its children and their children compute, and sleeps itself."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import os
import time

def attack(number):
    for _ in range(3):
        if os.fork() == 0:
            if os.fork():
                os._exit(0)
            while True:
                pass
    time.sleep(1000)
