"""Leaves children that are stopped, and one that is stopped and traced."""
import os
import signal

def attack(number):
    for _ in range(10):
        if os.fork() == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
            signal.pause()
    return "left"
