"""Sends thousands of frames without content."""
#: says = "connection instead of returning"
import os

def attack(number):
    for fd in range(3, 64):
        try:
            os.write(fd, bytes(4) * 20_000)
        except OSError:
            pass
    return 1
