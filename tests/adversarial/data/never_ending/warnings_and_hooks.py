"""Replaces the hooks for what nobody catches by ones that never return, and raises."""
#: verdict = "runtime_error"
#: says = "ValueError"
import sys
import threading

def hang(*args):
    while True:
        pass

def attack(number):
    sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = hang
    sys.exception = hang
    raise ValueError("raised")
