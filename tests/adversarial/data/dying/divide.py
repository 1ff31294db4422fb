"""Divides by zero where nobody turns that into an exception: it sends the signal for it."""
#: verdict = "runtime_error"
#: says = "SIGFPE"
import os
import signal

def attack(number):
    signal.raise_signal(signal.SIGFPE)
