"""The new routes only start at another city: they are the same round trip as the given one."""
#: fails = 1.3/*


def transition(route):
    return [route[i:] + route[:i] for i in range(1, len(route))]
