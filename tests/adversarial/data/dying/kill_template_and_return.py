"""Kills the process that forks for each call, and answers all the same."""
#: actual = "'orphan'"
import os
import signal

def attack(number):
    os.kill(os.getppid(), signal.SIGKILL)
    return "orphan"
