"""All insertions, without duplicates, as a frozenset of tuples."""


def transition(route):
    route = tuple(route)

    def moved(src, dst):
        rest = route[:src] + route[src + 1 :]
        return rest[:dst] + (route[src],) + rest[dst:]

    n = len(route)
    return frozenset(moved(src, dst) for src in range(n) for dst in range(n)) - {route}
