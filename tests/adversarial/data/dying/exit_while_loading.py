"""Ends the process while the file is loaded."""
#: actual = "'loaded'"
#: says = "status 3"
import os

os._exit(3)

def attack(number):
    return "loaded"
