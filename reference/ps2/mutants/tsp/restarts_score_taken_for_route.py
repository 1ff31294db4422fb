"""Routes are compared as lists, and not by their scores."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    for _ in range(repeats - 1):
        score = hill_climbing(cities, distances, transition, evaluation_func)
        if score > best:
            best = score
    return best
# The route that a climb returns is taken for its score.
