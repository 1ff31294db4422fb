"""Three cities have one round trip only, so they have no neighbours."""


def transition(route):
    if len(route) < 4:
        return []
    places = range(1, len(route))
    return [
        route[:i] + route[i : j + 1][::-1] + route[j + 1 :] for i in places for j in places if i < j
    ]
