"""One climb too few is made."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    results = []
    for _ in range(repeats - 1):
        r = hill_climbing(cities, distances, transition, evaluation_func)
        results.append((evaluation_func(cities, distances, r), r))
    results.sort(key=lambda pair: pair[0], reverse=True)
    return results[0][1]
