"""What the hidden tests of 1.3, 1.4, 1.6 and 1.7 give for right, wrong and empty answers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise, permutations
from types import ModuleType
from typing import Any

import pytest

from hidden_tests.ps2 import (
    test_1_3_transition,
    test_1_4_evaluation_func,
    test_1_6_hill_climbing,
    test_1_7_random_restarts,
)
from hidden_tests.ps2.stubs import all_swaps, insertions
from reference.ps2 import evaluation_func, hill_climbing, hill_climbing_with_random_restarts
from reference.ps2 import transition as two_opt
from reference.ps2.greedy import greedy
from tests.reference.ps2.direct_student import earned, score

Function = Callable[..., Any]

best_of_climbs: Function = hill_climbing_with_random_restarts.hill_climbing_with_random_restarts

TASK_POINTS = {
    test_1_3_transition: 2,
    test_1_4_evaluation_func: 2,
    test_1_6_hill_climbing: 4,
    test_1_7_random_restarts: 3,
}


def swapped(route: list[int], one: int, other: int) -> list[int]:
    new = list(route)
    new[one], new[other] = new[other], new[one]
    return new


def random_swap(route: list[int]) -> list[list[int]]:
    return [swapped(route, random.randrange(len(route)), random.randrange(len(route)))]


def adjacent_swaps(route: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(swapped(route, place, place - 1)) for place in range(len(route)))


def one_list_all_over(route: list[int]) -> list[list[int]]:
    new, result = list(route), []
    for place in range(len(route)):
        new[place], new[place - 1] = new[place - 1], new[place]
        result.append(new)
    return result


def swaps_in_place(route: list[int]) -> list[list[int]]:
    result = []
    for place in range(len(route)):
        route[place], route[place - 1] = route[place - 1], route[place]
        result.append(list(route))
    return result


def loses_a_city(route: list[int]) -> list[list[int]]:
    return [route[:place] + route[place + 1 :] for place in range(len(route))]


def everything(route: list[int]) -> list[list[int]]:
    if len(route) >= 9:
        return two_opt.transition(route)
    return [list(new) for new in permutations(route)]


def rotated(cities: int) -> list[int]:
    start = random.randrange(cities)
    return [*range(start, cities), *range(start)]


def sampled(neighbours: list[list[int]], most: int) -> list[list[int]]:
    return random.sample(neighbours, min(most, len(neighbours)))


def rotations(route: list[int]) -> list[list[int]]:
    return [route[start:] + route[:start] for start in range(1, len(route))]


def shuffles(route: list[int]) -> list[list[int]]:
    return [random.sample(route, len(route)) for _ in route]


def neighbours_of_the_sorted_route(route: list[int]) -> list[list[int]]:
    return two_opt.transition(sorted(route))


def nothing_for_few(route: list[int]) -> list[list[int]]:
    return two_opt.transition(route) if len(route) >= 4 else []


def fails_for_few(route: list[int]) -> list[list[int]]:
    one, *_ = random.sample(range(1, len(route)), 2)
    return [route[one:] + route[:one], *two_opt.transition(route)]


def length(cities: int, distances: list[Any], route: list[int]) -> float:
    return -evaluation_func.evaluation_func(cities, distances, route)


def one_way(cities: int, distances: list[Any], route: list[int]) -> Any:
    between = {frozenset(edge[:2]): edge[2] for edge in distances}
    return -sum(between[frozenset(leg)] for leg in pairwise(route))


def as_listed(cities: int, distances: list[Any], route: list[int]) -> Any:
    between = {edge[:2]: edge[2] for edge in distances}
    return -sum(between.get((route[place - 1], route[place]), 0) for place in range(cities))


def truncated(cities: int, distances: list[Any], route: list[int]) -> Any:
    between = {frozenset(edge[:2]): int(edge[2]) for edge in distances}
    return -sum(between[frozenset((route[place - 1], route[place]))] for place in range(cities))


def closes_the_route(cities: int, distances: list[Any], route: list[int]) -> Any:
    route.append(route[0])
    return one_way(cities, distances, route)


def climber(
    first: Function | None = None,
    choose: Function | None = None,
    better: Function = lambda new, old: new > old,
    returns: int = -1,
    most_steps: int = 10_000,
) -> Function:
    """A climb, with one part of it done differently."""

    def climb(cities: int, distances: list[Any], transition: Any, evaluation_func: Any) -> Any:
        def height(route: list[int]) -> Any:
            return evaluation_func(cities, distances, route)

        route = first(cities) if first else random.sample(range(cities), cities)
        path = [route]
        for _ in range(most_steps):
            neighbours = transition(route)
            best = choose(neighbours, height) if choose else max(neighbours, key=height)
            if not better(height(best), height(route)):
                break
            route = best
            path.append(route)
        return path[max(returns, -len(path))]

    return climb


def first_improvement(cities: int, distances: list[Any], transition: Any, score: Any) -> Any:
    route = random.sample(range(cities), cities)
    while True:
        height = score(cities, distances, route)
        better = (new for new in transition(route) if score(cities, distances, new) > height)
        step = next(better, None)
        if step is None:
            return tuple(route)
        route = step


def below_zero_never(cities: int, distances: list[Any], transition: Any, score: Any) -> Any:
    best, route = 0, list(range(cities))
    random.shuffle(route)
    while True:
        better = [new for new in transition(route) if score(cities, distances, new) > best]
        if not better:
            return route
        route = better[0]
        best = score(cities, distances, route)


def best_from_nothing(cities: int, distances: list[Any], transition: Any, score: Any) -> Any:
    best, found, route = -math.inf, None, random.sample(range(cities), cities)
    while True:
        for new in [route, *transition(route)]:
            if score(cities, distances, new) > best:
                best, found = score(cities, distances, new), new
        if found is None or found == route:
            return found
        route = found


def walks_to_its_start(cities: int, distances: list[Any], transition: Any, score: Any) -> Any:
    route = list(range(cities))
    for _ in range(20 * cities):
        route = random.choice(transition(route))
    while True:
        best = max(transition(route), key=lambda new: score(cities, distances, new))
        if score(cities, distances, best) <= score(cities, distances, route):
            return route
        route = best


def begins_with_a_random_tour(
    cities: int, distances: list[Any], transition: Any, score: Any, climb: Any, repeats: int = 10
) -> Any:
    best = random.sample(range(cities), cities)
    for _ in range(repeats):
        route = climb(cities, distances, transition, score)
        if score(cities, distances, route) > score(cities, distances, best):
            best = route
    return best


def counts_neighbours_first(cities: int, distances: list[Any], transition: Any, score: Any) -> Any:
    assert transition(list(range(cities)))
    return hill_climbing.hill_climbing(cities, distances, transition, score)


def looks_at_its_own_neighbours_as_well(
    cities: int, distances: list[Any], transition: Any, score: Any
) -> Any:
    """Asks once, and climbs to a peak of many neighbourhoods, the given one among them."""
    assert transition(random.sample(range(cities), cities))
    swaps, moves = all_swaps.make([]), insertions.make([])

    def neighbours(route: list[int]) -> list[list[int]]:
        return [*swaps(route), *moves(route), *two_opt.transition(route)]

    return first_improvement(cities, distances, neighbours, score)


def best_of(neighbours: Any, height: Function) -> Any:
    return max(neighbours, key=height)


def sorts_distances(cities: int, distances: list[Any], transition: Any, score: Any) -> Any:
    distances.sort()
    return hill_climbing.hill_climbing(cities, distances, transition, score)


def restarts(pick: Function, more: int = 0) -> Function:
    """A series of climbs of which ``pick`` takes one; ``more`` climbs than asked for."""

    def run(
        cities: int,
        distances: list[Any],
        transition: Any,
        score: Any,
        climb: Any,
        repeats: int = 10,
    ) -> Any:
        routes = [
            climb(cities, distances, transition, score) for _ in range(max(repeats + more, 1))
        ]
        return pick(routes, lambda route: score(cities, distances, route))

    return run


def above(lowest: float) -> Function:
    def pick(routes: list[Any], height: Function) -> Any:
        best, found = lowest, None
        for route in routes:
            if height(route) > best:
                best, found = height(route), route
        return found

    return pick


def the_best(routes: list[Any], height: Function) -> Any:
    return max(routes, key=height)


def last_of_the_best(routes: list[Any], height: Function) -> Any:
    return max(reversed(routes), key=height)


def same_seed_always(*args: Any) -> Any:
    def climb(*given: Any) -> Any:
        random.seed(3)
        return args[4](*given)

    return best_of_climbs(*args[:4], climb, *args[5:])


def other_transition(*args: Any) -> Any:
    return best_of_climbs(
        *args[:4], lambda *given: args[4](*given[:2], adjacent_swaps, given[3]), *args[5:]
    )


def other_evaluation(*args: Any) -> Any:
    return best_of_climbs(
        *args[:4], lambda *given: args[4](*given[:3], lambda *of: of[2][0]), *args[5:]
    )


def sorts_distances_first(*args: Any) -> Any:
    args[1].sort()
    return best_of_climbs(*args)


def ten_always(*args: Any) -> Any:
    return best_of_climbs(*args[:5])


FULL = {
    "2-opt": (test_1_3_transition, two_opt.transition),
    "one random swap": (test_1_3_transition, random_swap),
    "adjacent swaps, as tuples": (test_1_3_transition, adjacent_swaps),
    "the route among its neighbours": (
        test_1_3_transition,
        lambda route: [list(route), *two_opt.transition(route)],
    ),
    "minus length": (test_1_4_evaluation_func, evaluation_func.evaluation_func),
    "one over length": (test_1_4_evaluation_func, lambda *args: 1 / length(*args)),
    "shifted and scaled": (test_1_4_evaluation_func, lambda *args: 5 - 3.7 * length(*args)),
    "subtracted from a billion": (
        test_1_4_evaluation_func,
        lambda *args: 10.0**9 - length(*args),
    ),
    "distances cut to integers": (test_1_4_evaluation_func, truncated),
    "steepest ascent": (test_1_6_hill_climbing, hill_climbing.hill_climbing),
    "first improvement": (test_1_6_hill_climbing, first_improvement),
    "random walk to the start": (test_1_6_hill_climbing, walks_to_its_start),
    "neighbours counted first": (test_1_6_hill_climbing, counts_neighbours_first),
    "no neighbours of so few cities": (test_1_3_transition, nothing_for_few),
    "a tour of one's own to begin with": (test_1_7_random_restarts, begins_with_a_random_tour),
    "reference restarts": (
        test_1_7_random_restarts,
        hill_climbing_with_random_restarts.hill_climbing_with_random_restarts,
    ),
    "last of the best": (test_1_7_random_restarts, restarts(last_of_the_best)),
}

NOTHING: dict[str, tuple[ModuleType, Function]] = {
    "1.3 None": (test_1_3_transition, lambda _route: None),
    "1.3 no routes": (test_1_3_transition, lambda _route: []),
    "1.3 the route itself": (test_1_3_transition, lambda route: [route]),
    "1.3 copies": (test_1_3_transition, lambda route: [list(route) for _ in route]),
    "1.4 None": (test_1_4_evaluation_func, lambda *_: None),
    "1.4 zero": (test_1_4_evaluation_func, lambda *_: 0),
    "1.4 nan": (test_1_4_evaluation_func, lambda *_: math.nan),
    "1.4 minus infinity": (test_1_4_evaluation_func, lambda *_: -math.inf),
    "1.4 True": (test_1_4_evaluation_func, lambda *_: True),
    "1.4 number of cities": (test_1_4_evaluation_func, lambda cities, *_: cities),
    "1.7 a single climb": (test_1_7_random_restarts, lambda *args: args[4](*args[:4])),
}
for number, tests in (("1.6", test_1_6_hill_climbing), ("1.7", test_1_7_random_restarts)):
    NOTHING |= {
        f"{number} None": (tests, lambda *_: None),
        f"{number} in order": (tests, lambda *args: list(range(args[0]))),
        f"{number} at random": (tests, lambda *args: random.sample(range(args[0]), args[0])),
        f"{number} greedy": (tests, lambda *args: greedy(args[0], args[1])),
    }

LOST = {
    "every permutation": (
        test_1_3_transition,
        everything,
        {"test_neighbours_and_not_everything", "test_handout_routes"},
    ),
    "shuffled, and the route itself": (
        test_1_3_transition,
        lambda route: [list(route), *shuffles(route)],
        {"test_neighbours_and_not_everything"},
    ),
    "shuffled": (test_1_3_transition, shuffles, {"test_neighbours_and_not_everything"}),
    "neighbours of another route": (
        test_1_3_transition,
        neighbours_of_the_sorted_route,
        {"test_neighbours_and_not_everything"},
    ),
    "swaps in place": (test_1_3_transition, swaps_in_place, {"test_leaves_the_route_alone"}),
    "one list": (
        test_1_3_transition,
        one_list_all_over,
        {"test_routes_are_separate_lists"},
    ),
    "three cities at least": (test_1_3_transition, fails_for_few, {"test_two_and_three_cities"}),
    "argument appended to": (
        test_1_4_evaluation_func,
        closes_the_route,
        {"test_leaves_its_arguments_alone"},
    ),
    "distances sorted": (
        test_1_6_hill_climbing,
        sorts_distances,
        {"test_leaves_the_distances_alone"},
    ),
    "same start": (
        test_1_6_hill_climbing,
        climber(first=lambda cities: list(range(cities))),
        {"test_starts_differ"},
    ),
    "same round trip to start from": (
        test_1_6_hill_climbing,
        climber(first=rotated),
        {"test_starts_differ"},
    ),
    "some of many neighbours": (
        test_1_6_hill_climbing,
        climber(choose=lambda new, height: best_of(sampled(new, 300), height)),
        {"test_beats_greedy", "test_handout_instances"},
    ),
    "begins at minus infinity": (
        test_1_6_hill_climbing,
        best_from_nothing,
        {"test_infinite_scores"},
    ),
    "own neighbours as well": (
        test_1_6_hill_climbing,
        looks_at_its_own_neighbours_as_well,
        {"test_uses_the_given_functions"},
    ),
    "smallest step": (
        test_1_6_hill_climbing,
        climber(better=lambda new, old: new > old + 1e-6),
        {"test_ends_on_a_peak_for_any_scores"},
    ),
    "first neighbour left out": (
        test_1_6_hill_climbing,
        climber(choose=lambda new, height: best_of(new[1:], height)),
        {"test_climbs_a_long_slope"},
    ),
    "last neighbour left out": (
        test_1_6_hill_climbing,
        climber(choose=lambda new, height: best_of(new[:-1], height)),
        {"test_climbs_a_long_slope"},
    ),
    "a hundred steps": (
        test_1_6_hill_climbing,
        climber(most_steps=100),
        {"test_climbs_a_long_slope"},
    ),
    "same seed for every climb": (
        test_1_7_random_restarts,
        same_seed_always,
        {"test_same_landscape_other_starts"},
    ),
    "another transition passed on": (
        test_1_7_random_restarts,
        other_transition,
        {"test_same_landscape_other_starts", "test_beats_greedy"},
    ),
    "another evaluation passed on": (
        test_1_7_random_restarts,
        other_evaluation,
        {"test_same_landscape_other_starts", "test_beats_greedy"},
    ),
    "distances sorted before the climbs": (
        test_1_7_random_restarts,
        sorts_distances_first,
        {"test_same_landscape_other_starts"},
    ),
    "one more": (
        test_1_7_random_restarts,
        restarts(the_best, +1),
        {"test_climbs_exactly_repeats_times"},
    ),
    "one fewer": (
        test_1_7_random_restarts,
        restarts(the_best, -1),
        {"test_climbs_exactly_repeats_times"},
    ),
    "best begins at minus infinity": (
        test_1_7_random_restarts,
        restarts(above(-math.inf)),
        {"test_minus_infinity"},
    ),
    "best begins at minus a million": (
        test_1_7_random_restarts,
        restarts(above(-1e6)),
        {"test_minus_infinity", "test_any_scores"},
    ),
}

AT_MOST = {
    "loses a city": (test_1_3_transition, loses_a_city, 0),
    "rotations": (test_1_3_transition, rotations, 0.25),
    "longer is better": (test_1_4_evaluation_func, length, 0),
    "no way home": (test_1_4_evaluation_func, one_way, 0),
    "edges as listed": (test_1_4_evaluation_func, as_listed, 0),
    "climbs down": (test_1_6_hill_climbing, climber(better=lambda new, old: new < old), 0),
    "first neighbour only": (
        test_1_6_hill_climbing,
        climber(choose=lambda new, _height: new[0]),
        0,
    ),
    "best begins at zero": (test_1_6_hill_climbing, below_zero_never, 0),
    "a step too short": (test_1_6_hill_climbing, climber(returns=-2), 1.5),
    "first climb": (test_1_7_random_restarts, restarts(lambda routes, _height: routes[0]), 0),
    "last climb": (test_1_7_random_restarts, restarts(lambda routes, _height: routes[-1]), 0),
    "worst climb": (
        test_1_7_random_restarts,
        restarts(lambda routes, height: min(routes, key=height)),
        0,
    ),
    "climbs elsewhere": (
        test_1_7_random_restarts,
        lambda *args: args[4](30, [], lambda route: [route], lambda *_: 0),
        0,
    ),
    "restarts begin at zero": (test_1_7_random_restarts, restarts(above(0)), 0),
    "repeats ignored": (test_1_7_random_restarts, ten_always, 0),
}


@pytest.mark.parametrize(("tests", "function"), FULL.values(), ids=FULL)
def test_right_answers_get_everything(tests: ModuleType, function: Function) -> None:
    assert score(function, tests) == TASK_POINTS[tests]


@pytest.mark.parametrize(("tests", "function"), NOTHING.values(), ids=NOTHING)
def test_doing_nothing_gets_nothing(tests: ModuleType, function: Function) -> None:
    assert list(earned(function, tests)) == []


@pytest.mark.parametrize(("tests", "function", "lost"), LOST.values(), ids=LOST)
def test_a_slip_costs_its_own_share(tests: ModuleType, function: Function, lost: set[str]) -> None:
    names = {name for name in vars(tests) if name.startswith("test_")}
    names.discard("test_own_functions_beat_greedy")
    assert names - {name for name, _ in earned(function, tests)} == lost


@pytest.mark.parametrize(("tests", "function", "points"), AT_MOST.values(), ids=AT_MOST)
def test_a_mistake_costs_the_better_part(
    tests: ModuleType, function: Function, points: float
) -> None:
    assert score(function, tests) <= points
