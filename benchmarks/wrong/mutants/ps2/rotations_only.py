"""it only rotates the route, which gives the same round trip"""
#: fails = 1.3
def transition(route):
    return [route[k:] + route[:k] for k in range(1, len(route))]
