"""Forks while it is loaded, so that two templates listen on one connection."""
import os

os.fork()

def attack(number):
    return "one of two"
