"""Every order of the other cities is returned, which still makes every possible tour."""
#: fails = 1.3


def arrange(cities):
    if len(cities) <= 1:
        return [cities]
    found = []
    for i, city in enumerate(cities):
        for rest in arrange(cities[:i] + cities[i + 1 :]):
            found.append([city] + rest)
    return found


def transition(route):
    return [route[:1] + rest for rest in arrange(route[1:])]
