"""whatever the last climb finds is returned"""
#: fails = 1.7
def hill_climbing_with_random_restarts(cities, distances, transition, evaluation_func, hill_climbing, repeats=10):
    best_value = float("-inf")
    for i in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        value = evaluation_func(cities, distances, route)
        if value > best_value:
            best_value = value
    return route
