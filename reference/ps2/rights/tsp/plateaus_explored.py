"""Before it stops, the climb looks round the plateau it stands on, as far as memory allows."""

import random
from collections import deque


def hill_climbing(cities, distances, transition, evaluation_func):
    peak = random.sample(range(cities), cities)
    height = evaluation_func(cities, distances, peak)
    queue = deque([peak])
    seen = {tuple(peak)}
    while queue and len(seen) <= 300:
        for route in transition(queue.popleft()):
            score = evaluation_func(cities, distances, route)
            if score > height:
                peak, height = route, score
                queue, seen = deque([route]), {tuple(route)}
                break
            if score == height and tuple(route) not in seen:
                seen.add(tuple(route))
                queue.append(route)
    return peak
