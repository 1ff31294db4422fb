"""it moves to the neighbour with the lowest score as long as that is lower"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), k=cities)
    while True:
        best = min(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) >= evaluation_func(cities, distances, current):
            return current
        current = best
