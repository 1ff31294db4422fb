"""Leaves something behind that hangs when the interpreter ends, and asks it to end."""
#: verdict = "runtime_error"
#: says = "SystemExit: leaving"
import atexit
import sys

def hang():
    while True:
        pass

def attack(number):
    atexit.register(hang)
    sys.exit("leaving")
