"""it swaps neighbouring cities only once and appends the same list object after each swap"""
#: fails = 1.3
def transition(route):
    neighbours = []
    current = list(route)
    for k in range(len(current) - 1):
        current[k], current[k + 1] = current[k + 1], current[k]
        neighbours.append(current)
    return neighbours
