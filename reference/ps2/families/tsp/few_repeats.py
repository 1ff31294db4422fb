"""At most SIZE climbs are made."""
#: tasks = 1.7
#: sizes = 5, 10, 12, 13, 15, 20, 30, 50, 100
#: accepted = from 50
#: because = more climbs cost time, and the handout has ten


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    score = evaluation_func(cities, distances, best)
    for _ in range(min(repeats, SIZE) - 1):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        found = evaluation_func(cities, distances, route)
        if found > score:
            best, score = route, found
    return best
