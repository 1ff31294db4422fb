"""Prints for ever."""
#: cpu = 3
#: verdict = "output_limit_exceeded"
#: says = "printed far too much"

def attack(number):
    while True:
        print("x" * 10_000)
