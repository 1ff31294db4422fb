"""Answers, and lets a child answer once more when somebody else is being asked."""
import os
import time

def attack(number):
    if os.fork() == 0:
        time.sleep(0.02)
        return "late"
    return "early"
