"""The reference solutions of tasks 1.3, 1.4, 1.6, 1.7, and the greedy baseline."""

from __future__ import annotations

import math
import random
from itertools import permutations

import pytest

from reference.ps2 import evaluation_func as evaluation_module
from reference.ps2.evaluation_func import evaluation_func
from reference.ps2.greedy import greedy
from reference.ps2.hill_climbing import hill_climbing
from reference.ps2.hill_climbing_with_random_restarts import hill_climbing_with_random_restarts
from reference.ps2.transition import transition

Edges = list[tuple[int, int, float]]

SQUARE: Edges = [(0, 1, 1), (2, 1, 2), (3, 2, 2), (0, 3, 3), (0, 2, 3), (1, 3, 3)]
"""The four cities of the handout's picture; 0, 1, 2, 3 is optimal, of length 8."""


@pytest.mark.parametrize("cities", [2, 3, 4, 5, 12, 60])
def test_transition_gives_each_reversal_once(cities: int) -> None:
    route = random.Random(cities).sample(range(cities), cities)
    before = list(route)

    neighbours = transition(route)

    assert route == before
    assert len({tuple(neighbour) for neighbour in neighbours}) == cities * (cities - 1) // 2
    assert all(sorted(neighbour) == sorted(route) for neighbour in neighbours)
    assert route not in neighbours


def test_transition_exchanges_two_edges() -> None:
    route = [4, 2, 0, 3, 1, 5]
    edges = {frozenset(leg) for leg in zip(route, [*route[1:], route[0]], strict=True)}
    for neighbour in transition(route):
        new = {
            frozenset(leg) for leg in zip(neighbour, [*neighbour[1:], neighbour[0]], strict=True)
        }
        assert len(edges - new) in {0, 2}


@pytest.mark.parametrize(
    ("route", "length"), [([0, 1, 2, 3], 8), ([2, 1, 0, 3], 8), ([1, 3, 0, 2], 11)]
)
def test_evaluation_is_minus_the_round_trip(route: list[int], length: int) -> None:
    assert evaluation_func(4, SQUARE, route) == -length


def test_evaluation_notices_a_changed_list() -> None:
    edges = list(SQUARE)
    assert evaluation_func(4, edges, [0, 1, 2, 3]) == -8
    edges[0] = (0, 1, 100)
    assert evaluation_func(4, edges, [0, 1, 2, 3]) == -107


def test_evaluation_notices_another_list_at_the_same_address() -> None:
    for distance in range(1, 50):
        edges: Edges = [(one, other, distance) for one, other, _ in SQUARE]
        assert evaluation_func(4, edges, [0, 1, 2, 3]) == -4 * distance
        del edges


def test_evaluation_tabulates_once_for_equal_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluation_func(4, list(SQUARE), [0, 1, 2, 3])
    table = evaluation_module._lengths
    evaluation_func(4, list(SQUARE), [3, 1, 2, 0])
    assert evaluation_module._lengths is table


def test_climb_finds_the_best_of_four_cities() -> None:
    for seed in range(20):
        random.seed(seed)
        assert (
            evaluation_func(4, SQUARE, hill_climbing(4, SQUARE, transition, evaluation_func)) == -8
        )


@pytest.mark.parametrize("score", [-math.inf, -1e300, 0.0, math.inf, math.nan])
def test_climb_ends_at_once_on_a_plain(score: float) -> None:
    asked: list[list[int]] = []

    def watched(route: list[int]) -> list[list[int]]:
        asked.append(route)
        return transition(route)

    route = hill_climbing(5, [], watched, lambda *_: score)
    assert asked == [route]


def test_climb_takes_the_steepest_way() -> None:
    asked: list[int] = []

    def steps(route: list[int]) -> list[list[int]]:
        asked.append(route[0])
        return [[route[0] + step] for step in (1, 3, 2)] if route[0] < 9 else [[0]]

    assert hill_climbing(1, [], steps, lambda _cities, _distances, route: route[0]) == [9]
    assert asked == [0, 3, 6, 9]


@pytest.mark.parametrize("place", range(4))
def test_restarts_keep_the_best_climb(place: int) -> None:
    routes = list(permutations(range(4)))[:4]
    supply = iter(routes)
    scores = {route: (1.0 if index == place else -math.inf) for index, route in enumerate(routes)}

    best = hill_climbing_with_random_restarts(
        4,
        SQUARE,
        transition,
        lambda _cities, _distances, route: scores[tuple(route)],
        lambda *_: list(next(supply)),
        repeats=4,
    )

    assert tuple(best) == routes[place]
    assert list(supply) == []


def test_restarts_return_a_route_when_all_are_minus_infinity() -> None:
    climbs = []

    def climb(*_: object) -> list[int]:
        climbs.append(1)
        return [0, 2, 1, 3]

    assert hill_climbing_with_random_restarts(
        4, SQUARE, transition, lambda *_: -math.inf, climb
    ) == [0, 2, 1, 3]
    assert len(climbs) == 10


def test_greedy_goes_on_to_the_nearest_city_and_breaks_ties_downwards() -> None:
    assert greedy(4, SQUARE) == [0, 1, 2, 3]
    assert greedy(4, [(one, other, 7) for one, other, _ in reversed(SQUARE)]) == [0, 1, 2, 3]
