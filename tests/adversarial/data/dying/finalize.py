"""Ends the interpreter in the middle of everything."""
#: verdict = "runtime_error"
#: says = "attack"
import ctypes

def attack(number):
    ctypes.pythonapi.Py_Exit(0)
