"""Computes a number that has more digits than there are atoms."""
#: verdict = ["time_limit_exceeded", "memory_limit_exceeded"]

def attack(number):
    return 9**9**9
