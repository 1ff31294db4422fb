"""Forks five times, so that thirty-two processes answer and wait for the next call."""
import os

def attack(number):
    for _ in range(5):
        os.fork()
    return f"one of many {number}"
