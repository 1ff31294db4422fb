"""Returns 50 MB."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "an answer of"

def attack(number):
    if number in (11, 12, 13):
        return "once is enough"
    return "x" * 50_000_000
