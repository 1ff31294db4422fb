"""Checks of routes and scores that a student returned.

Every function takes any plain value whatsoever: what is not of the right type or shape becomes
an `InvalidReturn`, what is of the right type but wrong a `WrongAnswer`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeGuard

from grader.testing import InvalidReturn, WrongAnswer

Route = list[int]

COLLECTIONS = (list, tuple, set, frozenset)
"""What routes may be returned in: their order is free."""


def check_tour(value: object, cities: int) -> Route:
    """Return ``value`` as a list of the cities 0 … ``cities`` - 1, each exactly once."""
    return _check_route(value, list(range(cities)), "The returned route")


def check_neighbours(value: object, route: Sequence[int]) -> list[Route]:
    """Return ``value`` as a list of one or more routes through the cities of ``route``."""
    if not isinstance(value, COLLECTIONS):
        raise InvalidReturn(
            "transition must return a list of routes.",
            expected="a list",
            actual=shown(value),
            code="not_a_list",
        )
    if not value:
        raise WrongAnswer(
            "transition returned no routes at all.",
            expected="at least one route",
            actual="[]",
            code="no_routes",
        )
    cities = sorted(route)
    return [
        _check_route(neighbour, cities, f"Returned route number {number}")
        for number, neighbour in enumerate(value, start=1)
    ]


def is_route(value: object, cities: Sequence[int]) -> bool:
    """Whether ``value`` is a list or tuple with each of the sorted ``cities`` exactly once."""
    return _holds_cities(value) and sorted(value) == list(cities)


def round_trip(route: Sequence[int]) -> set[frozenset[int]]:
    """The edges of the tour, without direction: equal if two routes are the same round trip."""
    return {frozenset((route[index - 1], city)) for index, city in enumerate(route)}


def check_score(value: object) -> int | float:
    """Return ``value`` if it is a number that can be compared."""
    if type(value) is int or (type(value) is float and not math.isnan(value)):
        return value
    unordered = type(value) is float
    raise InvalidReturn(
        "evaluation_func must return a number.",
        expected="a number; nan is neither greater nor less than any"
        if unordered
        else "an int or a float",
        actual=shown(value),
        code="not_a_number",
    )


def check_order(better: int | float, worse: int | float, expected: str) -> None:
    """Demand that the score of a shorter tour is strictly higher than that of a longer one."""
    if not better > worse:
        raise WrongAnswer(
            "A shorter tour must have a strictly higher score than a longer one.",
            expected=expected,
            actual=f"{shown(better)} for the shorter one, {shown(worse)} for the longer one",
            code="shorter_not_higher",
        )


def nearly_equal(one: int | float, other: int | float, spread: Sequence[int | float]) -> bool:
    """Whether two scores differ by rounding only, seen beside the ``spread`` of real scores.

    Adding the same distances in another order may change the last digits. A score's scale is
    the student's choice, so the measure is how far apart tours of different length are: a
    millionth of that is still nothing.
    """
    if one == other:
        return True
    if not all(_is_finite(score) for score in (one, other, *spread)):
        return False
    # Exact arithmetic: an integer may be too large to become a float.
    distance = abs(Fraction(one) - Fraction(other))
    return distance * 1_000_000 <= abs(Fraction(max(spread)) - Fraction(min(spread)))


def check_peak(
    route: Route,
    transition: Callable[[Route], list[Route]],
    score: Callable[[Route], float],
) -> None:
    """Demand that no neighbour of ``route`` scores strictly higher. Equal ones are no fault."""
    best = max(transition(list(route)), key=score)
    if score(best) > score(route):
        raise WrongAnswer(
            "The climb stopped although a neighbour is better.",
            expected=f"no neighbour of {shown(route)} scores above {score(route)}",
            actual=f"its neighbour {shown(best)} scores {score(best)}",
            code="not_a_peak",
        )


def shown(value: object, limit: int = 300) -> str:
    """``value`` as Python writes it, shortened to ``limit`` characters."""
    try:
        text = repr(value)
    except ValueError:
        # Python refuses to write out integers of thousands of digits.
        return f"{type(value).__name__} too long to write out"
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _holds_cities(value: object) -> TypeGuard[list[int] | tuple[int, ...]]:
    """Whether ``value`` is a list or tuple of nothing but integers; ``True`` is none."""
    # By the set, not one by one: there may be a hundred thousand of them.
    return isinstance(value, list | tuple) and {int}.issuperset(map(type, value))


def _check_route(value: object, cities: list[int], what: str) -> Route:
    if not _holds_cities(value):
        raise InvalidReturn(
            f"{what} must be a list of cities.",
            expected="a list of ints",
            actual=shown(value),
            code="not_a_route",
        )
    if sorted(value) != cities:
        raise WrongAnswer(
            f"{what} must visit every city exactly once.",
            expected=f"each of the {len(cities)} cities {shown(cities)} once, in any order",
            actual=shown(value),
            code="not_every_city_once",
        )
    return list(value)


def _is_finite(score: int | float) -> bool:
    return isinstance(score, int) or math.isfinite(score)
