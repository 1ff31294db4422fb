"""A good tour by iterated local search: 2-opt and or-opt, kicked out of each optimum.

This is the yardstick of the frozen instances and not part of any task, so it may do what a
hill climber may not: judge a move by the few edges that it changes.
"""

from __future__ import annotations

import random
from itertools import combinations

Tour = list[int]
Matrix = list[list[int]]


def best_tour(distance: Matrix, kicks: int, rng: random.Random) -> Tour:
    """Return the best tour found by ``kicks`` double-bridge moves, each repaired by `improve`.

    Args:
        distance: symmetric, one row per city, at least 8 cities.
        kicks: number of perturbations tried.
        rng: source of the starting tour and of the kicks.

    Source: O. Martin, S. Otto, E. Felten, "Large-step Markov chains for the traveling
    salesman problem", 1991.
    """
    cities = len(distance)
    best = improve(rng.sample(range(cities), cities), distance)
    shortest = tour_length(best, distance)
    for _ in range(kicks):
        one, two, three = sorted(rng.sample(range(1, cities), 3))
        kicked = best[:one] + best[two:three] + best[one:two] + best[three:]
        tour = improve(kicked, distance)
        length = tour_length(tour, distance)
        if length < shortest:
            best, shortest = tour, length
    return best


def improve(tour: Tour, distance: Matrix) -> Tour:
    """Return a tour that neither 2-opt nor or-opt can shorten, reached from ``tour``."""
    tour = list(tour)
    while _two_opt(tour, distance) or _or_opt(tour, distance):
        pass
    return tour


def tour_length(tour: Tour, distance: Matrix) -> int:
    """Length of the round trip."""
    return sum(distance[tour[index - 1]][city] for index, city in enumerate(tour))


def _two_opt(tour: Tour, distance: Matrix) -> bool:
    """Reverse segments in place wherever that is shorter; say whether any was."""
    improved = False
    last = len(tour) - 1
    for start, end in combinations(range(1, len(tour)), 2):
        before, first = tour[start - 1], tour[start]
        final, after = tour[end], tour[0 if end == last else end + 1]
        old = distance[before][first] + distance[final][after]
        if distance[before][final] + distance[first][after] < old:
            tour[start : end + 1] = tour[start : end + 1][::-1]
            improved = True
    return improved


def _or_opt(tour: Tour, distance: Matrix) -> bool:
    """Move one stretch of up to three cities in place to where it fits better, if any does."""
    for size in (1, 2, 3):
        for _ in range(len(tour)):
            # Rotated so, the stretch is always the front, and no move wraps round the end.
            tour.append(tour.pop(0))
            first, final = tour[0], tour[size - 1]
            rest = tour[size:]
            saved = (
                distance[rest[-1]][first] + distance[final][rest[0]] - distance[rest[-1]][rest[0]]
            )
            for place in range(1, len(rest)):
                before, after = rest[place - 1], rest[place]
                gap = distance[before][after]
                ahead = distance[before][first] + distance[final][after] - gap
                reverse = distance[before][final] + distance[first][after] - gap
                if min(ahead, reverse) < saved:
                    stretch = tour[:size] if ahead <= reverse else tour[:size][::-1]
                    tour[:] = rest[:place] + stretch + rest[place:]
                    return True
    return False
