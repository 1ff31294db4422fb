"""Keeps the function it is lent, and uses it in a task where it is not lent."""
#: actual = "'kept: 0'"
import builtins
import sys

KEPT = []

def borrow(secret, number):
    KEPT.append(secret)
    builtins.kept = sys.kept = secret
    sys.modules["kept"] = secret
    return secret(number)

def attack(number):
    for place in (builtins, sys):
        if hasattr(place, "kept"):
            KEPT.append(place.kept)
    if "kept" in sys.modules:
        KEPT.append(sys.modules["kept"])
    return KEPT[0](number) if KEPT else f"kept: {len(KEPT)}"
