"""Forks until that is refused, and lets everybody wait."""
#: verdict = "runtime_error"
#: says = "BlockingIOError"
import os
import time

def attack(number):
    while True:
        if os.fork() == 0:
            time.sleep(1000)
