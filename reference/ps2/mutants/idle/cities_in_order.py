"""Nothing is searched: the cities are returned in numerical order."""
#: fails = 1.6/*, 1.7/*


def hill_climbing(cities, distances, transition, evaluation_func):
    return list(range(cities))


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return list(range(cities))
