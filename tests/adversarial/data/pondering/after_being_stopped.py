"""Has a call stopped on purpose, and goes on computing in a thread that it has started while it was loaded."""
import mmap
import os
import threading

page = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")

def count():
    while True:
        page[0] += 1

threading.Thread(target=count, daemon=True).start()

def attack(number):
    while number == 0:
        os.write(1, b"x" * 65536)
    return page[0]
