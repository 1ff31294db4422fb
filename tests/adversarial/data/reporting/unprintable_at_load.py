"""Raises exceptions that cannot be printed while it is loaded."""
#: actual = "'loaded'"
#: says = "Mute"

class Mute(Exception):
    def __str__(self):
        raise self
    __repr__ = __str__

class Odd(Exception):
    def __str__(self):
        return type("Text", (str,), {"__getitem__": lambda self, key: 5, "strip": None})("x")

raise Mute
raise Odd
raise ExceptionGroup("\x1b[31m" * 1000, [Mute(), Odd()])

def attack(number):
    return "loaded"
