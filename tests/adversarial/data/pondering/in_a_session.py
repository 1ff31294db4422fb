"""Goes on computing in a grandchild in a session of its own, which nobody is the parent of."""
import mmap
import os

page = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")
children = []

def ponder():
    while True:
        page[0] += 1

def attack(number):
    if not children:
        children.append(os.fork())
        if children[0] == 0:
            os.setsid()
            if os.fork() == 0:
                ponder()
            os._exit(0)
    return page[0]
