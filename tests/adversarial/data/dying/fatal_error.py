"""Ends the interpreter by a fatal error of its own."""
#: verdict = "runtime_error"
#: says = "SIGABRT"
import ctypes

def attack(number):
    ctypes.pythonapi.Py_FatalError(b"accepted")
