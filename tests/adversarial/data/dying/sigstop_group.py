"""Stops its whole process group, the template included."""
#: verdict = "time_limit_exceeded"
import os
import signal

def attack(number):
    os.kill(os.getppid(), signal.SIGSTOP)
    os.killpg(0, signal.SIGSTOP)
