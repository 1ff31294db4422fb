"""return stands inside the loop, so only the first leg counts"""
#: fails = 1.4
def evaluation_func(cities, distances, route):
    table = {}
    for a, b, w in distances:
        table[min(a, b), max(a, b)] = w
    cost = 0
    for i in range(len(route)):
        a, b = route[i], route[(i + 1) % len(route)]
        cost += table[min(a, b), max(a, b)]
        return -cost
