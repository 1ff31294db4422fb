"""The routes of all climbs are returned instead of the best one."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return [hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)]
