"""Returns a list of a hundred thousand levels."""
#: verdict = "invalid_return"
#: says = "100 levels deep"

def attack(number):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    return deep
