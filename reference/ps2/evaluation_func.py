"""Task 1.4: how good a tour is, as its length with the sign turned round."""

from __future__ import annotations

Distances = list[tuple[int, int, float]]
Lengths = dict[tuple[int, int], float]

_tabulated: Distances = []
_lengths: Lengths = {}


def evaluation_func(
    cities: int,  # noqa: ARG001  the assignment fixes the signature
    distances: Distances,
    route: list[int],
) -> float:
    """Return minus the length of the round trip, so that the shortest tour scores highest.

    Args:
        cities: number of cities.
        distances: one ``(c1, c2, d)`` per pair of cities, in any order and direction.
        route: all cities in the order of travel; the way back to the first one counts.

    Returns:
        A number that is at most 0; an integer if all distances are.
    """
    lengths = _look_up(distances)
    before = [*route[-1:], *route[:-1]]
    return -sum(map(lengths.__getitem__, zip(before, route, strict=True)))


def _look_up(distances: Distances) -> Lengths:
    """Return the length of every edge, under both directions of travel.

    A climb asks for thousands of scores over the same distances, so the last table is kept,
    together with a copy of the list it was made from. Comparing the two lists is far cheaper
    than tabulating again (equal edges are mostly the very same tuples) and, unlike a look at
    ``id(distances)``, also notices a list that was changed or that merely took over the
    address of an older one.
    """
    global _tabulated, _lengths
    if distances != _tabulated:
        there = {(one, other): distance for one, other, distance in distances}
        back = {(other, one): distance for one, other, distance in distances}
        _tabulated, _lengths = list(distances), there | back
    return _lengths
