"""Waits for a pipe that nobody writes to."""
#: verdict = "time_limit_exceeded"
#: says = "it waits for something"
import os

def attack(number):
    reading, writing = os.pipe()
    return os.read(reading, 1)
