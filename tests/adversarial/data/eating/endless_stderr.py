"""Writes to standard error for ever, past all buffers, from several processes."""
#: verdict = "output_limit_exceeded"
import os

def attack(number):
    os.fork()
    os.fork()
    while True:
        os.write(2, b"x" * 65536)
