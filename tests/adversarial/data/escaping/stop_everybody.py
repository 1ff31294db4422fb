"""Stops everybody it can reach."""
#: actual = "'stopped'"
import os
import signal

def attack(number):
    for name in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN):
        for pid in (1, os.getppid()):
            os.kill(pid, name)
    return "stopped"
