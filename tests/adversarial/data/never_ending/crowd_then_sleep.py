"""Lets many wait for a processor at once, which must not count as an excuse for sleeping later."""
#: verdict = "time_limit_exceeded"
import os
import time

def attack(number):
    for _ in range(40):
        if os.fork() == 0:
            end = time.process_time() + 0.006
            while time.process_time() < end:
                pass
            time.sleep(1000)
    time.sleep(1000)
