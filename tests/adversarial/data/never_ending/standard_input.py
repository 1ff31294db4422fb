"""Asks for input."""
#: verdict = "runtime_error"
#: says = "EOFError"

def attack(number):
    return input("What is the answer? ")
