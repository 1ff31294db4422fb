"""it always makes ten climbs, whatever repeats says"""
#: fails = 1.7
def hill_climbing_with_random_restarts(cities, distances, transition, evaluation_func, hill_climbing, repeats=10):
    candidates = []
    for _ in range(10):
        candidates.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(candidates, key=lambda c: evaluation_func(cities, distances, c))
