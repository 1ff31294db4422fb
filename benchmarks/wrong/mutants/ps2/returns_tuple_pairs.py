"""it returns the pairs of positions instead of routes"""
#: fails = 1.3
def transition(route):
    pairs = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            pairs.append((i, j))
    return pairs
