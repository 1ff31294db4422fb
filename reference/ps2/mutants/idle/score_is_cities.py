"""The score is the number of cities, whatever the route."""
#: fails = 1.4/*


def evaluation_func(cities, distances, route):
    return cities
