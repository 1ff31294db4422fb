"""Stops itself."""
#: verdict = "time_limit_exceeded"
#: says = "it waits for something"
import os
import signal

def attack(number):
    os.kill(os.getpid(), signal.SIGSTOP)
