"""Deletes its own functions after the first call."""
def attack(number):
    for name in ("attack", "honest", "before", "echo"):
        globals().pop(name, None)
    return "gone"
