"""Prints byte by byte, so that the reader has more to do than the writer."""
#: verdict = ["time_limit_exceeded", "output_limit_exceeded"]
import os

def attack(number):
    while True:
        os.write(1, b"x")
        os.write(2, b"y")
