"""Or-opt: one city, or two in a row, move to another place in the route."""


def transition(route):
    found = set()
    for size in (1, 2):
        for start in range(len(route) - size + 1):
            stretch = route[start : start + size]
            rest = route[:start] + route[start + size :]
            for place in range(len(rest) + 1):
                found.add(tuple(rest[:place] + stretch + rest[place:]))
    found.discard(tuple(route))
    return [list(new) for new in found]
