"""The only new route is the given list itself."""
#: fails = 1.3/*


def transition(route):
    return [route]
