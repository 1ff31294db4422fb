"""Asks for a terabyte at once."""
#: verdict = "memory_limit_exceeded"

def attack(number):
    return bytearray(1 << 40)
