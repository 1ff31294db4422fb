"""each new route is a random permutation, not a neighbour"""
#: fails = 1.3
def transition(route):
    out = []
    for _ in range(len(route)):
        new_route = route.copy()
        random.shuffle(new_route)
        out.append(new_route)
    return out
