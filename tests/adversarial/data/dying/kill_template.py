"""Kills the process that loads the file and forks for each call, and waits."""
#: verdict = "time_limit_exceeded"
#: says = "it waits for something"
import os
import signal

def attack(number):
    os.kill(os.getppid(), signal.SIGKILL)
    signal.pause()
