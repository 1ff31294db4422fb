"""Forks, so that both processes answer, and both wait for the next call."""
import os

def attack(number):
    return "child" if os.fork() == 0 else "parent"
