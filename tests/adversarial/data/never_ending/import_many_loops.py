"""Loops for ever while it is loaded, at twelve places."""
#: actual = "'loaded'"
#: says = "was left out (12 times"
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass
for _ in iter(int, 1): pass

def attack(number):
    return "loaded"
