"""Doubles a list until there is no memory."""
#: cpu = 3
#: verdict = "memory_limit_exceeded"

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    hoard = [0]
    while True:
        hoard += hoard
