"""it takes the best neighbour of the start and stops: no loop"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    start = list(range(cities))
    random.shuffle(start)
    options = transition(start)
    options.append(start)
    scores = [evaluation_func(cities, distances, r) for r in options]
    return options[scores.index(max(scores))]
