"""The baseline that a climb has to beat: always on to the nearest city not yet visited."""

from __future__ import annotations


def greedy(cities: int, distances: list[tuple[int, int, float]], start: int = 0) -> list[int]:
    """Return the nearest-neighbour route from the city ``start``.

    Args:
        cities: number of cities, numbered from 0.
        distances: one ``(c1, c2, d)`` per pair of cities, in any order and direction.

    Returns:
        All cities in the order of travel. Of several nearest ones the lowest number is next.
    """
    between = {(one, other): distance for one, other, distance in distances}
    between |= {(other, one): distance for one, other, distance in distances}
    route = [start]
    unvisited = set(range(cities)) - {start}
    while unvisited:
        here = route[-1]
        nearest = min(unvisited, key=lambda city: (between[here, city], city))
        route.append(nearest)
        unvisited.remove(nearest)
    return route
