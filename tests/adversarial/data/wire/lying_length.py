"""Announces a frame of four gigabytes."""
#: says = "connection instead of returning"
import os

def attack(number):
    for fd in range(3, 64):
        try:
            os.write(fd, b"\xff\xff\xff\xff{}")
        except OSError:
            pass
    return 1
