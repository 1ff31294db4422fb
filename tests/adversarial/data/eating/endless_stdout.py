"""Prints for ever."""
#: verdict = "output_limit_exceeded"
#: says = "printed far too much"

def attack(number):
    while True:
        print("x" * 10_000)
