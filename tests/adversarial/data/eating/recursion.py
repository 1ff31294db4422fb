"""Recurses without end, in Python."""
#: verdict = "runtime_error"
#: says = "RecursionError"

def attack(number):
    return attack(number + 1)
