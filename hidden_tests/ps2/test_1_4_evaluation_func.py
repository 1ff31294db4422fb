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
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grader.testing import Answer, Student, WrongAnswer, cases, task
from hidden_tests.ps2.ranked_tours import Ranking, Route, ranking, with_other_distances
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


@task(
    "1.4",
    points=0.5,
    visibility="public",
    hint="A shorter round trip has a higher score, and the way back home is part of the trip.",
)
def test_handout_routes(student: Student) -> None:
    """The handout's own routes."""
    tours: list[Route] = [(0, 1, 2, 3), (2, 1, 3, 0), (1, 3, 2, 0)]
    short, as_short, long = tours
    scores = scores_of(student, HANDOUT_4, tours)
    check_order(scores[short], scores[long], order_expected(HANDOUT_4, short, long))
    check_equal(scores, HANDOUT_4, short, as_short)


@task(
    "1.4",
    points=0.5,
    visibility="private",
    hint="Of two routes, the one with the shorter round trip must have the higher score.",
)
@cases(ranking(f"{size}-cities", size, integer) for size in (5, 8, 12, 20))
def test_higher_where_shorter(student: Student, case: Ranking) -> None:
    """Shorter tours score strictly higher."""
    check_ranking(student, case)


@task(
    "1.4",
    points=0.25,
    visibility="evaluation",
    hint="Distances may be small or very large; the order of the scores holds.",
    in_turn=True,
)
@cases(
    [
        ranking("one-digit", 7, lambda rng: rng.randint(1, 9)),
        ranking("thousands", 7, lambda rng: rng.randint(1, 99) * 1000),
        ranking("huge", 7, lambda rng: rng.randint(1, 99) * 10**12),
        ranking("small-and-huge", 7, lambda rng: 10 ** rng.randint(0, 12)),
        ONE_WAY,
        with_other_distances("the-other-way-round", ONE_WAY),
    ]
)
def test_any_magnitude(student: Student, case: Ranking) -> None:
    """The same for small and for huge distances."""
    check_ranking(student, case)


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
def test_edges_in_any_order_and_direction(student: Student, case: Ranking) -> None:
    """Edges may be listed in either direction and in any order."""
    check_ranking(student, case)


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
def test_same_tour_same_score(student: Student, case: Ranking) -> None:
    """Rotated or reversed, a tour keeps its score."""
    tour, *_, other = case.tours
    half = len(tour) // 2
    variants = [tour[1:] + tour[:1], tour[half:] + tour[:half], tour[::-1]]
    scores = scores_of(student, case.instance, [tour, other, *variants])
    for variant in variants:
        check_equal(scores, case.instance, tour, variant)


@task(
    "1.4",
    points=0.25,
    visibility="private",
    hint="Work on a copy if you need to change the route or the list of distances.",
    beside=("test_higher_where_shorter",),
)
@cases([ranking("6-cities", 6, integer)])
def test_leaves_its_arguments_alone(student: Student, case: Ranking) -> None:
    """The route and the distances are left as they were."""
    names = ("cities", "distances", "route")
    for answer in asked(student, case.instance, case.tours):
        if answer.changed:
            raise WrongAnswer(
                "evaluation_func changed what it was given.",
                expected="all arguments as they were",
                actual=" and ".join(names[index] for index in answer.changed) + " changed",
            )


def asked(student: Student, instance: Instance, tours: Sequence[Route]) -> Iterator[Answer]:
    """The student's answers for some tours."""
    return student.evaluation_func.each(
        (instance.cities, instance.edges(), list(tour)) for tour in tours
    )


def scores_of(
    student: Student, instance: Instance, tours: Sequence[Route]
) -> dict[Route, int | float]:
    """The student's scores of some tours."""
    answers = asked(student, instance, tours)
    return {tour: check_score(answer.value) for tour, answer in zip(tours, answers, strict=True)}


def check_ranking(student: Student, case: Ranking) -> None:
    """Demand that scores fall strictly from the shortest tour to the longest."""
    scores = scores_of(student, case.instance, case.tours)
    for shorter, longer in pairwise(case.tours):
        expected = order_expected(case.instance, shorter, longer)
        check_order(scores[shorter], scores[longer], expected)


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
        )
