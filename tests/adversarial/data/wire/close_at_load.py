"""Closes every descriptor while it is loaded."""
#: actual = "'loaded'"
#: says = "left out"
import os

os.closerange(0, 1024)

def attack(number):
    return "loaded"
