"""Asks for input."""
#: verdict = "runtime_error"
#: says = "EOFError: input() has nothing to read here"

def attack(number):
    return input("What is the answer? ")
