"""Returns an integer of ten million bits."""
#: verdict = "invalid_return"
#: says = "an integer of"

def attack(number):
    return 1 << 10_000_000
