"""Only neighbouring cities change places, round the end as well; routes are tuples in a tuple."""


def transition(route):
    def swapped(place):
        cities = list(route)
        cities[place - 1], cities[place] = cities[place], cities[place - 1]
        return tuple(cities)

    return tuple(map(swapped, range(len(route))))
