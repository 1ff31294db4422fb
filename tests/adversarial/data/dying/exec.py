"""Puts another program in its place."""
#: verdict = "runtime_error"
#: says = "PermissionError"
import os
import sys

def attack(number):
    os.execv(os.path.realpath("/proc/self/exe"), ["python", "-c", "print('accepted')"])
