"""Task 1.3: the neighbours of a tour, by reversing one segment of it (2-opt)."""

from __future__ import annotations

from itertools import combinations


def transition(route: list[int]) -> list[list[int]]:
    """Return every route that differs from ``route`` by one reversed segment.

    A tour crosses itself where two of its edges could be exchanged for two shorter ones;
    reversing the stretch between them makes exactly that exchange and leaves every other
    edge alone. Swapping two cities replaces up to four edges at once, which is why it gets
    stuck much earlier.

    Args:
        route: n cities in the order of travel. It is left as it is.

    Returns:
        n·(n-1)/2 new lists, each a permutation of the same cities and different from
        ``route``. For n = 2 and 3 they describe the same round trip, told differently.

    Source: G. A. Croes, "A method for solving traveling-salesman problems", 1958.
    """
    return [
        [*route[:start], *route[start:end][::-1], *route[end:]]
        for start, end in combinations(range(len(route) + 1), 2)
        if end - start > 1
    ]
