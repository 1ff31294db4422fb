"""The checks that hidden tests of tours are made of: exact where it matters, never surprised."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.testing import InvalidReturn, WrongAnswer
from hidden_tests.ps2 import scripted_climbs, tour_checks
from hidden_tests.ps2.landscapes import FINITE, INFINITE, Landscape
from hidden_tests.ps2.ranked_tours import CLEARLY, ranking
from hidden_tests.ps2.stubs import (
    all_swaps,
    long_slope,
    noted_climbs,
    ordered_swaps,
    rugged_scores,
    score_table,
    scripted_climb,
)
from hidden_tests.ps2.test_1_6_hill_climbing import SLOPE
from reference.ps2.hill_climbing import hill_climbing
from reference.ps2.provided.breakthrough import Player
from reference.ps2.transition import transition

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.builds(pow, st.just(10), st.just(6000))
    | st.floats()
    | st.text()
    | st.binary()
    | st.sampled_from(Player)
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.frozensets(SCALARS)
        | st.dictionaries(st.text(), inner)
    ),
    max_leaves=12,
)
"""Anything that can come over the wire."""

CHECKS: dict[str, Callable[[Any], object]] = {
    "tour": lambda value: tour_checks.check_tour(value, 4),
    "neighbours": lambda value: tour_checks.check_neighbours(value, [2, 0, 1]),
    "neighbour": lambda value: tour_checks.check_neighbours([[0, 2, 1], value], [2, 0, 1]),
    "best": lambda value: scripted_climbs.check_best(
        value, {scripted_climbs.STUB: 3}, scripted_climbs.KEEP_THE_BEST[0]
    ),
    "score": tour_checks.check_score,
}


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@given(value=PLAIN)
def test_checks_survive_any_value(check: Callable[[Any], object], value: object) -> None:
    try:
        check(value)
    except (InvalidReturn, WrongAnswer) as failure:
        refusal = failure
    else:
        return
    assert refusal.message.endswith(".")
    assert refusal.actual is not None
    assert len(refusal.actual) < 1000


@pytest.mark.parametrize("value", [[0, 1, 2], (2, 1, 0)])
def test_tours_may_be_lists_or_tuples(value: object) -> None:
    assert tour_checks.check_tour(value, 3) == list(value)  # type: ignore[call-overload]


@pytest.mark.parametrize("value", [None, "012", [0, 1, True], [0, 1.0, 2], {0, 1, 2}, [[0], 1, 2]])
def test_what_is_no_list_of_cities_is_invalid(value: object) -> None:
    with pytest.raises(InvalidReturn):
        tour_checks.check_tour(value, 3)


@pytest.mark.parametrize("value", [[], [0, 1], [0, 1, 1], [0, 1, 2, 0], [1, 2, 3], [-1, 0, 1]])
def test_what_misses_or_repeats_a_city_is_wrong(value: object) -> None:
    with pytest.raises(WrongAnswer):
        tour_checks.check_tour(value, 3)


@pytest.mark.parametrize("value", [None, True, math.nan, "1", [1.0]])
def test_what_is_no_number_is_no_score(value: object) -> None:
    with pytest.raises(InvalidReturn):
        tour_checks.check_score(value)


@pytest.mark.parametrize(
    ("one", "other", "spread", "equal"),
    [
        (1, 1, [1, 2], True),
        (0.1 + 0.2, 0.3, [0.3, 0.2], True),
        (0.3, 0.3001, [0.3, 0.2], False),
        (1e-12, 2e-12, [1e-12, 5e-12], False),
        (10**400, 10**400 + 1, [10**400, 2 * 10**400], True),
        (10**400, 1.5, [10**400, 1.5], False),
        (math.inf, math.inf, [math.inf, 1.0], True),
        (math.inf, 10**400, [math.inf, 10**400], False),
        (-math.inf, math.inf, [-math.inf, math.inf], False),
    ],
)
def test_equal_but_for_rounding(one: float, other: float, spread: list[float], equal: bool) -> None:
    assert tour_checks.nearly_equal(one, other, spread) is equal


def test_a_peak_may_have_equal_neighbours() -> None:
    tour_checks.check_peak([0, 1, 2], transition, lambda _route: -math.inf)


def test_a_better_neighbour_is_shown() -> None:
    with pytest.raises(WrongAnswer) as refusal:
        tour_checks.check_peak([0, 1, 2], transition, lambda route: float(route[0]))
    assert refusal.value.actual is not None
    assert "[2, 1, 0]" in refusal.value.actual


@pytest.mark.parametrize("landscape", [*FINITE, *INFINITE], ids=str)
def test_landscapes_score_round_trips(landscape: Landscape) -> None:
    score = landscape.score()
    route = [3, 1, 4, 0, 5, 2, 7, 6]
    assert score(route) == score(route[2:] + route[:2]) == score(route[::-1])
    assert score(route) in landscape.scores


@pytest.mark.parametrize("landscape", FINITE, ids=str)
def test_few_routes_of_a_landscape_are_peaks(landscape: Landscape) -> None:
    score, peaks = landscape.score(), 0
    routes = [[0, *rest, 7] for rest in ([1, 2, 3, 4, 5, 6], [6, 5, 1, 4, 2, 3])]
    routes += [new for route in routes for new in transition(route)]
    for route in routes:
        peaks += score(route) >= max(map(score, transition(route)))
    limit = 0.5 if len(landscape.scores) < 10 else 0.2
    assert peaks / len(routes) < limit


def test_all_swaps_are_all_swaps() -> None:
    assert all_swaps.make([])([0, 1, 2]) == [[1, 0, 2], [2, 1, 0], [0, 2, 1]]


@pytest.mark.parametrize("best_first", [True, False])
def test_the_long_slope_has_one_peak_a_hundred_steps_away(best_first: bool) -> None:
    slope = long_slope.make([])
    swaps = ordered_swaps.make([], evaluation=slope, best_first=best_first)
    random.seed(20)
    route = hill_climbing(SLOPE.cities, SLOPE.edges(), swaps, slope)
    start = route.index(0)
    onward = route[start:] + route[:start]
    assert sorted(route) in (onward, [onward[0], *onward[:0:-1]])

    steps, route = 0, random.sample(range(SLOPE.cities), SLOPE.cities)
    while True:
        neighbours = swaps(route)
        scores = [slope(SLOPE.cities, [], new) for new in neighbours]
        assert scores == sorted(scores, reverse=best_first)
        if max(scores) <= slope(SLOPE.cities, [], route):
            break
        route, steps = neighbours[0 if best_first else -1], steps + 1
    assert 120 < steps < 300


def test_the_long_slope_scores_round_trips() -> None:
    slope, route = long_slope.make([]), [3, 1, 4, 0, 5, 2]
    assert slope(6, [], route) == slope(6, [], route[2:] + route[:2]) == slope(6, [], route[::-1])


def test_noted_climbs_tell_what_they_were_given() -> None:
    log: list[Any] = []
    climb = noted_climbs.make(log, climb=lambda *_: [0, 2, 1])
    assert climb(3, [], transition, lambda _cities, _distances, route: route[1]) == [0, 2, 1]
    assert log == [[[0, 2, 1], transition([0, 2, 1]), 2.0]]


def test_score_table_knows_nothing_of_other_routes() -> None:
    score = score_table.make([], table=[([0, 1, 2, 3], 3.0)])
    assert score(4, [], [0, 1, 2, 3]) == 3.0
    assert score(4, [], [0, 2, 1, 3]) == -math.inf


def test_score_table_knows_a_route_from_wherever_it_starts() -> None:
    score = score_table.make([], table=[([0, 1, 2, 3], 3.0)])
    assert score(4, [], [2, 3, 0, 1]) == score(4, [], [2, 1, 0, 3]) == 3.0


def test_scripted_climb_begins_anew_after_its_last_route() -> None:
    climb = scripted_climb.make([], routes=[[0, 1], [1, 0]])
    score = rugged_scores.make([], scores=[1.0], seed=0)
    found = [climb(2, [], transition, score) for _ in range(3)]
    assert found == [[0, 1], [1, 0], [0, 1]]
    with pytest.raises(TypeError):
        climb(2, [], score, transition)


def test_scripted_routes_are_different_round_trips() -> None:
    routes = scripted_climbs.Script("seven", (0.0,) * 7).routes
    trips = {min(tuple(route), (route[0], *reversed(route[1:]))) for route in routes}
    assert len(trips) == 7
    assert all(sorted(route) == list(range(scripted_climbs.CITIES.cities)) for route in routes)


@pytest.mark.parametrize(
    ("climbs", "returned", "accepted"),
    [(3, 0, True), (2, 0, True), (4, 0, True), (3, 1, False), (1, 0, False), (0, 0, False)],
)
def test_best_of_the_climbs_really_made(climbs: int, returned: int, accepted: bool) -> None:
    script = scripted_climbs.KEEP_THE_BEST[0]
    calls = {scripted_climbs.STUB: climbs}
    if accepted:
        scripted_climbs.check_best(script.routes[returned], calls, script)
    else:
        with pytest.raises(WrongAnswer):
            scripted_climbs.check_best(script.routes[returned], calls, script)


def test_best_route_may_begin_elsewhere_and_go_the_other_way() -> None:
    script = scripted_climbs.KEEP_THE_BEST[0]
    best = script.routes[0]
    turned = best[2:] + best[:2]
    scripted_climbs.check_best(turned[::-1], {scripted_climbs.STUB: script.repeats}, script)


def test_rankings_are_reproducible_and_clearly_apart() -> None:
    one = ranking("any", 7, lambda rng: rng.randint(1, 50))
    assert one == ranking("any", 7, lambda rng: rng.randint(1, 50))
    lengths = [one.instance.length(tour) for tour in one.tours]
    assert all(b > CLEARLY * a for a, b in pairwise(lengths))
