"""hill_climbing is called with 30 cities and other functions instead of the given arguments."""
#: fails = 1.7/*


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return hill_climbing(30, [], lambda route: [route], lambda *_: 0)
