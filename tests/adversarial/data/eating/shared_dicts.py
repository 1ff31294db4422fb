"""Returns dicts and sets that share their parts, and so are huge when written down."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "500000 values"

def attack(number):
    if number != 7:
        return "once is enough"
    level = frozenset()
    for _ in range(40):
        level = (level, level, {1: level})
    return level
