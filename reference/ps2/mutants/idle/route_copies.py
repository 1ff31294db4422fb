"""Every new route is a copy of the given one."""
#: fails = 1.3/*


def transition(route):
    return [list(route) for _ in route]
