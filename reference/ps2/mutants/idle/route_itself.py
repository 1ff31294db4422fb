"""The only new route is the given one."""
#: fails = 1.3/*


def transition(route):
    return [route]
