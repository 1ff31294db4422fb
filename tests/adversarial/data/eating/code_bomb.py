"""Lets Python compile a program that is small as text and huge when it runs."""
#: verdict = "memory_limit_exceeded"

def attack(number):
    return eval("(0,) * 4**14")
