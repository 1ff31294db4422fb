"""Ends itself by a polite signal."""
#: verdict = "runtime_error"
#: says = "SIGTERM"
import os
import signal

def attack(number):
    os.kill(os.getpid(), signal.SIGTERM)
