"""Computes in as many processes as it can, so that what it is lent gets no turn."""
#: others = {lent = "time_limit_exceeded"}
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
import os

def borrow(secret, number):
    for _ in range(20):
        if os.fork() == 0:
            while True:
                pass
    for _ in range(1000):
        right = secret(number)
    while True:
        pass

def attack(number):
    return "no idea"
