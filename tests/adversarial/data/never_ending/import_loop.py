"""Loops for ever while it is loaded."""
#: actual = "'loaded'"
#: says = "used more than"

while True:
    pass

def attack(number):
    return "loaded"
