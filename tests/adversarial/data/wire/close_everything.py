"""Closes every descriptor."""
#: verdict = "runtime_error"
#: says = "ended its process"
import os

def attack(number):
    os.closerange(0, 1024)
    return 1
