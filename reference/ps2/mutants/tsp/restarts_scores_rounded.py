"""The scores are rounded before they are compared, although they may be close together."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(repeats):
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))

    def rounded(route):
        score = evaluation_func(cities, distances, route)
        return round(score) if abs(score) < float("inf") else score

    return max(routes, key=rounded)
