"""Passes 64 MiB to what it is lent, as a text, as a list and as an array."""
#: cpu = 6.0
#: never = ["\u006eobody can guess", "\u00660c1be7d0b14f"]
def borrow(secret, number):
    for large in ("x" * (64 << 20), [0] * (8 << 20), b"x" * (64 << 20)):
        try:
            return secret(large)
        except (ValueError, TypeError, MemoryError):
            del large
    return secret(number)

def attack(number):
    return "no idea"
