"""Ends its process group by a polite signal."""
#: verdict = "runtime_error"
#: says = "attack"
import os
import signal

def attack(number):
    os.kill(0, signal.SIGTERM)
    signal.pause()
