"""Sleeps."""
#: verdict = "time_limit_exceeded"
#: says = "it waits for something"
import time

def attack(number):
    time.sleep(1000)
