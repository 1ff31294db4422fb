"""Prints for ever while it is loaded."""
#: actual = "'loaded'"
#: says = "printed more than"

while True:
    print("x" * 10_000)

def attack(number):
    return "loaded"
