"""The swap overwrites one city before it is saved, so one city appears twice and one is lost."""
#: fails = 1.3


def transition(route):
    result = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            new_route = route[:]
            new_route[i] = new_route[j]
            new_route[j] = new_route[i]
            result.append(new_route)
    return result
