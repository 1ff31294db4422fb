"""the climb ends at the first neighbour that is not better, without looking at the others"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    r = list(range(cities))
    random.shuffle(r)
    s = evaluation_func(cities, distances, r)
    done = False
    while not done:
        done = True
        for cand in transition(r):
            t = evaluation_func(cities, distances, cand)
            if t > s:
                r, s = cand, t
                done = False
            break
    return r
