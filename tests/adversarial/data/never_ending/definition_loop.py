"""Loops for ever in what is executed to define a function: a default, a decorator, a class."""
#: verdict = "load_error"
#: says = "left out"

def attack(number, default=sum(range(10**13))):
    return "loaded"
