"""Raises from a depth of thousands of frames with names of thousands of characters."""
#: verdict = "runtime_error"
#: says = "ValueError: xxx"
import sys

NAME = "f" * 50_000
exec(f"def {NAME}(n):\n    return {NAME}(n - 1) if n else fail()")

def fail():
    raise ValueError("x" * 10**7)

def attack(number):
    sys.setrecursionlimit(10_000)
    return globals()[NAME](3000)
