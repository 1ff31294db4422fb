"""The climb is called for 30 cities and functions that were not given, whatever the problem."""
#: fails = 1.7/*


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return hill_climbing(30, [], lambda route: [route], lambda *_: 0)
