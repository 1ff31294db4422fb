"""The only new route is the given one backwards, which is the same round trip."""
#: fails = 1.3


def transition(route):
    backwards = list(route)
    backwards.reverse()
    return [backwards]
