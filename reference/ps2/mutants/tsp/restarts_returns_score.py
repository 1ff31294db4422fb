"""The highest score is returned instead of the route that has it."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return max(
        evaluation_func(
            cities, distances, hill_climbing(cities, distances, transition, evaluation_func)
        )
        for _ in range(repeats)
    )
