"""Returns a list that contains itself."""
#: cpu = 3
#: verdict = "invalid_return"
#: says = "100 levels deep"

def attack(number):
    cycle = []
    cycle.append({"x": (cycle,)})
    return cycle
