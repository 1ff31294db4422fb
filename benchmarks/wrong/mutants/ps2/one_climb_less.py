"""range(repeats - 1): one climb too few"""
#: fails = 1.7
def hill_climbing_with_random_restarts(cities, distances, transition, evaluation_func, hill_climbing, repeats=10):
    best = None
    best_score = float('-inf')
    for _ in range(repeats - 1):
        r = hill_climbing(cities, distances, transition, evaluation_func)
        if best is None or evaluation_func(cities, distances, r) > best_score:
            best, best_score = r, evaluation_func(cities, distances, r)
    return best
