"""Floods the processes around it with signals, so that they have no time for anything else."""
#: verdict = "time_limit_exceeded"
import os
import signal

def attack(number):
    while True:
        for pid in (1, os.getppid()):
            os.kill(pid, signal.SIGCONT)
            os.kill(pid, signal.SIGURG)
