"""Or-opt in full: stretches of up to three cities, of short routes less, move to every other place."""


def transition(route):
    routes = []
    for size in range(1, min(3, len(route) // 4) + 1):
        for start in range(len(route) - size + 1):
            stretch = route[start : start + size]
            rest = route[:start] + route[start + size :]
            for place in range(len(rest) + 1):
                if place != start:
                    routes.append(rest[:place] + stretch + rest[place:])
    return routes or [route[::-1]]
