"""Task 1.4, ``evaluation_func(cities, distances, route)``: the goodness of a route.

Distances are integers, as the handout declares them, so that who cuts them to integers is right.
Only the order of the scores counts; their scale and sign are the student's. So scores are
compared with one another and never with a number of ours, and no constant earns a point: every
test either asks for a strictly higher score itself or counts only beside one that does.

Mistakes in mind: longer is better; the way back to the first city forgotten; an edge found
only in the direction in which it is listed; rounding or a fixed worst value that swallows small
or large distances; the route closed by appending its first city to the argument.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from grader.testing import Answer, Ask, Question, WrongAnswer, asks, cases, task
from hidden_tests.ps2 import pools
from hidden_tests.ps2.ranked_tours import (
    Ranking,
    Route,
    close_together,
    every_edge,
    ranked_otherwise,
    ranking,
    with_other_distances,
)
from hidden_tests.ps2.tour_checks import check_order, check_score, nearly_equal, shown
from hidden_tests.ps2.tours import HANDOUT_4, Edge, Instance


def integer(rng: random.Random) -> float:
    """A distance as in the handout's examples."""
    return rng.randint(1, 120)


def ascending(edges: Sequence[Edge]) -> list[Edge]:
    """Edges sorted, each from its lower to its higher city."""
    return sorted((min(one, other), max(one, other), d) for one, other, d in edges)


def descending(edges: Sequence[Edge]) -> list[Edge]:
    """Edges in reverse order, each from its higher to its lower city."""
    return [(other, one, d) for one, other, d in reversed(ascending(edges))]


ONE_WAY = ranking("one-way", 7, integer)
TEN = ranking("ten", 10, integer)
EVERY_EDGE = every_edge("every-edge", 21)
LAST = len(ONE_WAY.instance.distances) - 1
"""Index of its last edge."""
HANDOUT: tuple[Route, ...] = ((0, 1, 2, 3), (2, 1, 3, 0), (1, 3, 2, 0))


def scores(ask: Ask, instance: Instance, tours: Iterable[Route]) -> list[Question]:
    """The scores of some tours."""
    cities, edges = instance.cities, instance.edges()
    return [ask.evaluation_func(cities, edges, list(tour)) for tour in tours]


def of_the_handout(ask: Ask) -> list[Question]:
    """The scores of the handout's tours."""
    return scores(ask, HANDOUT_4, HANDOUT)


def of_a_ranking(ask: Ask, case: Ranking) -> list[Question]:
    """The scores of the tours in a ranking."""
    return scores(ask, case.instance, case.tours)


def turned(case: Ranking) -> list[Route]:
    """The first tour of a ranking, started elsewhere and the other way round."""
    tour = case.tours[0]
    half = len(tour) // 2
    return [tour[1:] + tour[:1], tour[half:] + tour[:half], tour[::-1]]


def ends_and_turned(case: Ranking) -> list[Route]:
    """The first and the last tour of a ranking, then the first one turned."""
    return [case.tours[0], case.tours[-1], *turned(case)]


def of_turned(ask: Ask, case: Ranking) -> list[Question]:
    """The scores of the same tour in several ways, and of a longer one."""
    return scores(ask, case.instance, ends_and_turned(case))


@task(
    "1.4",
    points=0.5,
    visibility="public",
    hint="A shorter round trip has a higher score, and the way back home is part of the trip.",
)
@asks(of_the_handout)
def test_handout_routes(answers: Iterable[Answer]) -> None:
    """The handout's own routes."""
    short, as_short, long = HANDOUT
    found = by_tour(HANDOUT, answers)
    check_order(found[short], found[long], order_expected(HANDOUT_4, short, long))
    check_equal(found, HANDOUT_4, short, as_short)
    if found[short] != found[as_short]:  # the handout asks for this with ==
        raise WrongAnswer(
            "The handout's first two routes are equally long and must have the same score.",
            expected="equal scores",
            actual=f"{shown(found[short])} and {shown(found[as_short])}",
            code="same_length_other_score",
        )


@task(
    "1.4",
    points=0.5,
    visibility="private",
    hint="Of two routes, the one with the shorter round trip must have the higher score.",
)
@cases(
    [
        *(ranking(f"{size}-cities", size, integer) for size in (5, 8, 12, 20, 33, 70)),
        EVERY_EDGE,
        with_other_distances("every-edge-the-other-way-round", EVERY_EDGE),
    ],
    pool=pools.rankings(),
    draw=2,
)
@asks(of_a_ranking)
def test_higher_where_shorter(answers: Iterable[Answer], case: Ranking) -> None:
    """Shorter tours score strictly higher."""
    check_ranking(answers, case)


@task(
    "1.4",
    points=0.25,
    visibility="evaluation",
    hint="Distances may be small or very large: a shorter tour always has the higher score.",
    in_turn=True,
)
@cases(
    [
        ranking("one-digit", 7, lambda rng: rng.randint(1, 9)),
        ranking("thousands", 7, lambda rng: rng.randint(1, 99) * 1000),
        ranking("huge", 7, lambda rng: rng.randint(1, 99) * 10**12),
        ranking("small-and-huge", 7, lambda rng: 10 ** rng.randint(0, 12)),
        ONE_WAY,
        # In turn, these are easily taken for the one before: the same lengths, most of them of the
        # same edges, the first or the last among these, or both, or every other one.
        ranked_otherwise("two-edges-exchanged", ONE_WAY, {9: 11, 11: 9}),
        ranked_otherwise("first-and-last-edges-alike", ONE_WAY, {LAST // 2: 3}),
        with_other_distances("the-other-way-round", ONE_WAY),
        ranked_otherwise("first-edges-alike", ONE_WAY, {LAST: 3}),
        ranked_otherwise("last-edges-alike", ONE_WAY, {1: 4, 4: 9, 9: 12, 12: 1}),
        # A difference of 1 is a difference, as the handout has them and beyond.
        close_together("one-apart", TEN, 0),
        close_together("one-apart-of-a-million", TEN, 10**5),
        close_together("one-apart-of-a-billion", TEN, 10**8),
    ]
)
@asks(of_a_ranking)
def test_any_magnitude(answers: Iterable[Answer], case: Ranking) -> None:
    """Shorter tours score strictly higher for small and for huge distances, too."""
    check_ranking(answers, case)


@task(
    "1.4",
    points=0.25,
    visibility="private",
    hint="A distance holds in both directions, and the list of distances is in no special order.",
)
@cases(
    [
        ranking("low-city-first", 8, integer, arrange=ascending),
        ranking("high-city-first", 8, integer, arrange=descending),
        ranking("mixed", 8, integer),
    ]
)
@asks(of_a_ranking)
def test_edges_in_any_order_and_direction(answers: Iterable[Answer], case: Ranking) -> None:
    """Edges may be listed in either direction and in any order."""
    check_ranking(answers, case)


@task(
    "1.4",
    points=0.25,
    visibility="private",
    hint="It does not matter where a round trip starts, nor which way round it goes.",
    beside=("test_higher_where_shorter",),
)
@cases(
    [
        ranking("whole-numbers", 6, integer),
        ranking("two-digit-cities", 20, integer),
    ]
)
@asks(of_turned)
def test_same_tour_same_score(answers: Iterable[Answer], case: Ranking) -> None:
    """Rotated or reversed, a tour keeps its score."""
    found = by_tour(ends_and_turned(case), answers)
    for variant in turned(case):
        check_equal(found, case.instance, case.tours[0], variant)


@task(
    "1.4",
    points=0.25,
    visibility="private",
    hint="Work on a copy if you need to change the route or the list of distances.",
    beside=("test_higher_where_shorter",),
)
@cases(ranking(f"{size}-cities", size, integer) for size in (6, 9, 16, 40))
@asks(of_a_ranking)
def test_leaves_its_arguments_alone(answers: Iterable[Answer], case: Ranking) -> None:
    """The route and the distances are not changed."""
    names = ("cities", "distances", "route")
    for answer in answers:
        if answer.changed:
            raise WrongAnswer(
                "evaluation_func changed one of its arguments.",
                expected="all arguments unchanged",
                actual=" and ".join(names[index] for index in answer.changed) + " changed",
                code=f"changed_{names[answer.changed[0]]}",
            )


def by_tour(tours: Iterable[Route], answers: Iterable[Answer]) -> dict[Route, int | float]:
    """The student's scores of some tours."""
    return {tour: check_score(answer.value) for tour, answer in zip(tours, answers, strict=True)}


def check_ranking(answers: Iterable[Answer], case: Ranking) -> None:
    """Demand that scores fall strictly from the shortest tour to the longest."""
    shorter: tuple[Route, int | float] | None = None
    for tour, answer in zip(case.tours, answers, strict=True):
        score = check_score(answer.value)
        if shorter is not None:  # asked for now, so that a report shows one of the two calls
            check_order(shorter[1], score, order_expected(case.instance, shorter[0], tour))
        shorter = tour, score


def order_expected(instance: Instance, shorter: Route, longer: Route) -> str:
    """What is expected of the scores of two tours, in words."""
    return (
        f"{list(shorter)} (length {instance.length(shorter):g}) scores higher than "
        f"{list(longer)} (length {instance.length(longer):g})"
    )


def check_equal(
    scores: dict[Route, int | float], instance: Instance, one: Route, other: Route
) -> None:
    """Demand equal scores, rounding aside, of two tours of the same length."""
    if not nearly_equal(scores[one], scores[other], list(scores.values())):
        raise WrongAnswer(
            "Two tours of the same length must have the same score.",
            expected=f"{list(one)} and {list(other)}, both of length {instance.length(one):g}, "
            "score the same",
            actual=f"{shown(scores[one])} and {shown(scores[other])}",
            code="same_length_other_score",
        )
