"""Prints byte by byte, so that whoever reads has more to do than who writes."""
#: verdict = ["time_limit_exceeded", "output_limit_exceeded"]
import os

def attack(number):
    while True:
        os.write(1, b"x")
        os.write(2, b"y")
