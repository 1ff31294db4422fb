"""What packages for Coursemology ask about Problem Set 2, beside equality.

It travels in packages, behind the student's code and before the functions that a task is lent, so
it needs the standard library alone. `grader.export.coursemology_cases` says how it is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

Transition = Callable[[list[int]], Any]
Score = Callable[[list[int]], float]


class ExpectNeighbours:
    """Accepts valid routes through the cities of ``route``, at least and at most so many.

    Args:
        many_near: whether of several other tours a quarter has to be similar to ``route``.
    """

    def __init__(
        self, route: list[int], least: int = 1, most: float = math.inf, *, many_near: bool = False
    ) -> None:
        self.route, self.least, self.most, self.many_near = route, least, most, many_near

    def __eq__(self, other: object) -> bool:
        other = _plain(other)
        if not isinstance(other, (list, tuple, set, frozenset)):
            return False
        if not self.least <= len(other) <= self.most:
            return False
        if not all(_is_valid_route(route, self.route) for route in other):
            return False
        tours = [route for route in other if _legs_of(route) != _legs_of(self.route)]
        near = sum(_similarity(route, self.route) >= 1 / 3 for route in tours)
        return not self.many_near or len(tours) < 8 or near >= len(tours) / 4

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        most = "" if self.most == math.inf else f", at most {self.most}"
        near = ", most of them similar to it" if self.many_near else ""
        return f"routes through the same cities, at least {self.least}{most}{near}"


class ExpectSeparateLists:
    """Accepts several lists of routes, unless each repeats one route three times or more."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list) or not all(isinstance(each, Collection) for each in other):
            return False
        answers = [[list(route) for route in each] for each in other]
        return not all(len(each) >= 3 and each.count(each[0]) == len(each) for each in answers)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "a list of its own for every new route"


class ExpectTour:
    """Accepts a list of the cities 0 … ``cities`` - 1, each once; the same round trip, if given."""

    def __init__(self, cities: int, same_as: list[int] | None = None) -> None:
        self.cities, self.same_as = cities, same_as

    def __eq__(self, other: object) -> bool:
        other = _plain(other)
        if not _is_valid_route(other, range(self.cities)):
            return False
        return self.same_as is None or _legs_of(other) == _legs_of(self.same_as)  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        every = f"all of the {self.cities} cities, each once"
        return every if self.same_as is None else f"the round trip {self.same_as}"


class ExpectScores:
    """Accepts scores of tours of which ``lengths`` are known: shorter ones score higher."""

    def __init__(self, *lengths: float) -> None:
        self.lengths = lengths

    def __eq__(self, other: object) -> bool:
        other = _plain(other)
        if not isinstance(other, list) or not all(type(each) in (int, float) for each in other):
            return False
        both = list(zip(self.lengths, other))  # noqa: B905 - Python 3.9 has no strict
        spread = max(other) - min(other)
        return all(
            mine > theirs if mine_long < long
            else abs(mine - theirs) * 1_000_000 <= spread if mine_long == long
            else mine < theirs
            for mine_long, mine in both
            for long, theirs in both
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lengths = ", ".join(map(str, self.lengths))
        return f"higher scores for shorter tours; the lengths are {lengths}"


class ExpectAtMost:
    """Accepts a number that is at most ``limit``."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and other <= self.limit

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"at most {self.limit}"


def other_route_found(transition: Transition, route: list[int]) -> bool:
    """Return whether one of many calls gives a route other than ``route``, or another tour."""
    for _ in range(24):
        for new in _plain(transition(list(route))):
            if _is_valid_route(new, route) and (
                _legs_of(new) != _legs_of(route) if len(route) >= 6 else list(new) != route
            ):
                return True
    return False


def near_route_found(transition: Transition, route: list[int]) -> bool:
    """Return whether one of many calls gives another tour that keeps a good part of ``route``."""
    for _ in range(24):
        for new in _plain(transition(list(route))):
            if (
                _is_valid_route(new, route)
                and _legs_of(new) != _legs_of(route)
                and _similarity(new, route) >= 1 / 3
            ):
                return True
    return False


def ends_on_a_peak(
    hill_climbing: Callable[..., Any],
    cities: int,
    distances: list[Any],
    transition: Transition,
    evaluation_func: Callable[..., float],
) -> bool:
    """Return whether a climb ends at a tour none of whose neighbours scores higher."""
    route = _plain(hill_climbing(cities, list(distances), transition, evaluation_func))
    if not _is_valid_route(route, range(cities)):
        return False
    height = evaluation_func(cities, distances, list(route))
    return all(evaluation_func(cities, distances, new) <= height for new in transition(list(route)))


def climbs_made(
    restarts: Callable[..., Any],
    cities: int,
    distances: list[Any],
    transition: Transition,
    evaluation_func: Callable[..., float],
    hill_climbing: Callable[..., Any],
    *repeats: int,
) -> int:
    """Return how often a function calls the ``hill_climbing`` that it is given."""
    made: list[None] = []

    def counted(*args: Any, **kwargs: Any) -> Any:
        made.append(None)
        return hill_climbing(*args, **kwargs)

    restarts(cities, list(distances), transition, evaluation_func, counted, *repeats)
    return len(made)


def positions_searched(
    search: Callable[..., Any],
    boards: Sequence[Sequence[str]],
    depth: int,
    player: Any,
    infinity: float,
    generate_valid_moves: Callable[..., Any],
    make_move: Callable[..., Any],
    is_game_over: Callable[..., bool],
) -> int:
    """Return how many undecided positions above the depth limit are asked about, over all boards.

    Positions that the full tree does not have, as those of a board that was turned, do not count.
    """
    total = 0
    for rows in boards:
        tree: set[str] = set()
        level = {tuple(rows): player}
        for _ in range(depth):
            after = {}
            for position, mover in level.items():
                board = [list(row) for row in position]
                if is_game_over(board):
                    continue
                tree.add("".join(position) + mover.name)
                for source, target in generate_valid_moves(board, mover):
                    child = make_move(board, source, target, mover, in_place=False)
                    after[tuple("".join(row) for row in child)] = mover.get_opponent()
            level = after
        asked: set[str] = set()

        def noted(board: Any, mover: Any, asked: set[str] = asked) -> Any:
            asked.add("".join("".join(row) for row in board) + getattr(mover, "name", ""))
            return generate_valid_moves(board, mover)

        board = [list(row) for row in rows]
        search(board, 0, depth, -infinity, infinity, player, noted)
        total += len(asked & tree)
    return total


def _plain(value: Any) -> Any:
    """Return ``value`` with lists and numbers in place of NumPy's, as the grader sees answers."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    return type(value)(map(_plain, value)) if type(value) in (list, tuple, set) else value


def _is_valid_route(value: object, cities: Sequence[int]) -> bool:
    """Return whether ``value`` is a list or tuple of these cities, each once."""
    if not isinstance(value, (list, tuple)) or not all(type(city) is int for city in value):
        return False
    return sorted(value) == sorted(cities)


def _legs_of(route: Sequence[int]) -> set[frozenset[int]]:
    """Return the pairs of cities that follow each other on a round trip."""
    return {frozenset((route[at - 1], city)) for at, city in enumerate(route)}


def _similarity(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the share of legs, or of places in the list if that is more, that routes share."""
    places = sum(mine == theirs for mine, theirs in zip(one, other))  # noqa: B905 - as above
    return max(places, len(_legs_of(one) & _legs_of(other))) / len(one)
