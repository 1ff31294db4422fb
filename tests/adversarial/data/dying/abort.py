"""Aborts."""
#: verdict = "runtime_error"
#: says = "SIGABRT"
import os

def attack(number):
    os.abort()
