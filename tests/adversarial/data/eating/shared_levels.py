"""Returns a list of sixty levels, each of which holds the next one twice."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "500000 values"

def attack(number):
    if number != 7:
        return "once is enough"
    level = []
    for _ in range(60):
        level = [level, level]
    return level
