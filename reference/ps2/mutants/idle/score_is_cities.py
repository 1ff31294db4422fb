"""The score is always the number of cities."""
#: fails = 1.4/*


def evaluation_func(cities, distances, route):
    return cities
