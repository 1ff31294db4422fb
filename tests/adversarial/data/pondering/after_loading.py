"""Goes on computing in a thread and in a child that it has started while it was loaded."""
import mmap
import os
import threading

page = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")

def count(slot):
    while True:
        page[slot] += 1

threading.Thread(target=count, args=(0,), daemon=True).start()
if os.fork() == 0:
    count(1)

def attack(number):
    return page[0] + page[1]
