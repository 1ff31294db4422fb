"""Starts a daemon while it is loaded, which would outlive every task."""
import os
import time

if os.fork() == 0:
    os.setsid()
    while True:
        time.sleep(0.001)

def attack(number):
    return sum(name.isdigit() for name in os.listdir("/proc"))
