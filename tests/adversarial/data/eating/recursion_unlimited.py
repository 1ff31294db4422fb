"""Recurses without end, after taking the limit away."""
#: verdict = ["runtime_error", "memory_limit_exceeded", "time_limit_exceeded"]
import sys

def attack(number):
    sys.setrecursionlimit(1 << 30)
    return attack(number + 1)
