"""the climb is cut off after fifty steps"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    for step in range(50):
        cand = max(transition(route), key=lambda x: evaluation_func(cities, distances, x))
        if evaluation_func(cities, distances, cand) <= evaluation_func(cities, distances, route):
            break
        route = cand
    return route
