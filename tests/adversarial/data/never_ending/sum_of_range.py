"""Spends years inside one C function."""
#: verdict = "time_limit_exceeded"
#: says = ["CPU time", "in attack"]

def attack(number):
    return sum(range(10**13))
