"""Prints one line of megabytes, which has no place to be broken."""
#: cpu = 2

def attack(number):
    print("x" * 4_000_000)
    return "x" * 100_000
