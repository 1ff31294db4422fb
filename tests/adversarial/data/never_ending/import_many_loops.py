"""Loops for ever while it is loaded, at twelve places."""
#: actual = "'loaded'"
#: says = "only definitions"
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
