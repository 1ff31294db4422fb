"""Carries what it has seen from one call to the next, in a pipe that it opened while loading."""
import os

reading, writing = os.pipe()
os.set_blocking(reading, False)

def before(numbers):
    os.write(writing, repr(numbers).encode())
    return sorted(numbers)

def attack(number):
    os.write(writing, str(number).encode())
    return os.read(reading, 1000)
