"""Sleeps for ever while it is loaded."""
#: actual = "'loaded'"
#: says = "waited for more than"
import time

time.sleep(1000)

def attack(number):
    return "loaded"
