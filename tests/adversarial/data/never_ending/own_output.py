"""Waits for what it has written itself to arrive at its standard output, opened for reading."""
#: verdict = ["time_limit_exceeded", "runtime_error"]
import os

def attack(number):
    return os.read(os.open("/proc/self/fd/1", os.O_RDONLY), 1 << 20)
