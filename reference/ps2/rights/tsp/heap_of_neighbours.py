"""Neighbours and climbs go through heaps, best first."""

import heapq
import random
from itertools import count


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    cost = -evaluation_func(cities, distances, route)
    while True:
        heap = [
            (-evaluation_func(cities, distances, n), i, n) for i, n in enumerate(transition(route))
        ]
        heapq.heapify(heap)
        best_cost, _, best = heapq.heappop(heap)
        if best_cost >= cost:
            return route
        route, cost = best, best_cost


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    heap, number = [], count()
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        heapq.heappush(heap, (-evaluation_func(cities, distances, route), next(number), route))
    return heap[0][2]
