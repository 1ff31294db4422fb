"""Ends itself by a signal that has no name."""
#: verdict = "runtime_error"
#: says = "signal 40"
import os

def attack(number):
    os.kill(os.getpid(), 40)
