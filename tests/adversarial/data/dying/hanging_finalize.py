"""Ends the interpreter in C, which runs a hook that hangs."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"
import atexit
import ctypes

def hang():
    while True:
        pass

def attack(number):
    atexit.register(hang)
    ctypes.pythonapi.Py_Exit(0)
