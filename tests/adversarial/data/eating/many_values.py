"""Returns a million values."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "500000 values"

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    return [0] * 1_000_000
