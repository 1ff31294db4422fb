"""Raises an exception whose text takes for ever to be made."""
#: verdict = "time_limit_exceeded"
#: says = "CPU time"

class Endless(Exception):
    def __str__(self):
        while True:
            pass
    __repr__ = __str__

def attack(number):
    raise Endless
