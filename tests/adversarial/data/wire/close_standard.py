"""Closes the standard descriptors and what Python makes of them."""
#: actual = "'closed'"
import os
import sys

def attack(number):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()
    for fd in (0, 1, 2):
        try:
            os.close(fd)
        except OSError:
            pass
    sys.stdout = sys.stderr = sys.__stdout__ = None
    return "closed"
