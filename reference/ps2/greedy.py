"""The baseline that a climb has to beat: always on to the nearest city not yet visited."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """Which of the student's functions an instance is for; decides how large it may be."""

    CLIMB = "climb"
    """1.6: one climb over the reference's transition and evaluation, 32 to 40 cities."""
    RESTARTS = "restarts"
    """1.7: a few climbs of the reference's, 30 cities."""
    END_TO_END = "end_to_end"
    """All four functions are the student's: at most 20 cities, because an honest evaluation
    that scans the list of edges makes a climb cost more than the fifth power of their number."""

    @property
    def any_start(self) -> bool:
        """Whether greedy may choose its start, which no climb over 2-opt needs to fear.

        The best of a greedy tour per city is an answer without any climbing, and must not pass
        for one. On small instances it is nearly the shortest tour there is, and out of reach for
        an honest climb that only exchanges two cities.
        """
        return self is not Role.END_TO_END


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
