"""Kills itself."""
#: verdict = "runtime_error"
#: says = "SIGKILL"
import os
import signal

def attack(number):
    os.kill(os.getpid(), signal.SIGKILL)
