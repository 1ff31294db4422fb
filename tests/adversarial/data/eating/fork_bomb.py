"""Forks for ever, and every child does the same."""
#: verdict = "time_limit_exceeded"
import os

def attack(number):
    while True:
        try:
            os.fork()
        except OSError:
            pass
