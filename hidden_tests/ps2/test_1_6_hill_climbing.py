"""Task 1.6, ``hill_climbing(cities, distances, transition, evaluation_func)``.

A climb is right if it ends where no neighbour is strictly better; how it chooses among better
neighbours is its own affair. This is checked exactly: the returned route's neighbours are
listed and scored again here, with the very functions that were lent to the student.

Mistakes in mind: climbing down; looking at the first neighbour only; returning the route before
the last step, or after the first; a best score that begins at 0, at some small number, or at
minus infinity with no route to go with it; steps below a threshold ignored; the functions of
the same name in one's own file used instead of the arguments; always the same start, perhaps
rotated; only some of many neighbours looked at; moving on to equal neighbours for ever; the first
or the last neighbour left out; a fixed number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from grader.testing import (
    Answer,
    Ask,
    Inject,
    Lent,
    Question,
    Student,
    Trial,
    WrongAnswer,
    asks,
    cases,
    task,
)
from hidden_tests.ps2 import pools
from hidden_tests.ps2.greedy_benchmarks import beat_greedy, benchmarks
from hidden_tests.ps2.landscapes import CITIES, FINITE, INFINITE, Landscape
from hidden_tests.ps2.stubs import all_swaps, insertions, long_slope, ordered_swaps
from hidden_tests.ps2.tour_checks import Route, check_peak, check_tour, is_route, round_trip, shown
from hidden_tests.ps2.tours import HANDOUT_4, HANDOUT_10, Instance, on_the_plane
from reference.ps2.evaluation_func import evaluation_func
from reference.ps2.greedy import Role
from reference.ps2.transition import transition

CLIMBS = 3
"""Climbs per landscape: one route in twenty is a peak by accident, three in a row hardly."""
STARTS = 4
FEW_STARTS = 2
"""Climbs whose starts are compared, and how many different starts are too few. Of eight cities
there are 2,520 round trips: that four random ones come to two only happens once in a million."""

SLOPE_CITIES = 31
"""On the long slope of so many cities a climb takes some 150 to 250 steps: enough to outlast a
fixed number of them, and few enough for a recursion. A tour has as many neighbours: a prime number,
so that who looks at them in batches has an incomplete one."""

TRIANGLE = on_the_plane("three-cities", [(0, 0), (9, 2), (4, 7)], seed=3)
SMALL = [benchmark.instance for benchmark in benchmarks(Role.END_TO_END)]
SLOPE = on_the_plane("long-slope", [(city, city * city) for city in range(SLOPE_CITIES)], seed=6)


@dataclass(frozen=True, slots=True)
class Order:
    """Where in the list of neighbours the best one stands."""

    name: str
    best_first: bool

    def __str__(self) -> str:
        return self.name


OTHER_NEIGHBOURHOODS = (("all_swaps", all_swaps), ("insertions", insertions))


def climb(ask: Ask, inject: Inject, case: Instance) -> Question:
    """A climb over the reference's functions."""
    return over(ask, case, inject.transition, inject.evaluation_func)


def over(ask: Ask, instance: Instance, neighbours: Lent, scores: Lent) -> Question:
    """A climb over these functions."""
    return ask.hill_climbing(instance.cities, instance.edges(), neighbours, scores)


def in_other_neighbourhoods(ask: Ask, inject: Inject, case: Instance) -> list[Question]:
    """A climb in each of them."""
    stubs = [inject.stub(name) for name, _ in OTHER_NEIGHBOURHOODS]
    return [over(ask, case, stub, inject.evaluation_func) for stub in stubs]


def on_a_landscape(ask: Ask, inject: Inject, case: Landscape) -> list[Question]:
    """Climbs over 2-opt and the scores of a landscape."""
    scores = inject.stub("rugged_scores", **case.config)
    return [over(ask, case.instance, inject.transition, scores) for _ in range(CLIMBS)]


def up_the_slope(ask: Ask, inject: Inject, case: Order) -> Question:
    """A climb up the long slope."""
    slope = inject.stub("long_slope")
    swaps = inject.stub("ordered_swaps", evaluation=slope, best_first=case.best_first)
    return over(ask, SLOPE, swaps, slope)


def with_notes(ask: Ask, inject: Inject, case: Instance) -> Question:
    """A climb that notes whose neighbours it has asked for."""
    asked_routes = inject.stub("asked_routes", transition=inject.transition)
    return over(ask, case, asked_routes, inject.evaluation_func)


@task(
    "1.6",
    points=0.5,
    visibility="public",
    hint="The result is a list of all cities, each exactly once.",
    beside=("test_beats_greedy",),
    in_turn=True,
)
@cases([HANDOUT_4, HANDOUT_10])
@asks(climb)
def test_handout_instances(answer: Answer, case: Instance) -> None:
    """A valid tour for the handout's own instances."""
    check_tour(answer.value, case.cities)


@task(
    "1.6",
    points=0.5,
    visibility="private",
    hint="Climb on until no neighbour of the current route is better, and return that route.",
    in_turn=True,
)
@cases([TRIANGLE, *SMALL], pool=pools.instances(), draw=1)
@asks(climb)
def test_ends_on_a_peak_under_two_opt(answer: Answer, case: Instance) -> None:
    """Ends at a route that no reversed segment makes shorter."""
    edges = case.edges()
    route = check_tour(answer.value, case.cities)
    check_peak(route, transition, lambda tour: evaluation_func(case.cities, edges, tour))


@task(
    "1.6",
    points=0.5,
    visibility="private",
    hint="Take the neighbours from the given transition: it can be any function.",
)
@cases(SMALL)
@asks(in_other_neighbourhoods)
def test_ends_on_a_peak_of_other_neighbourhoods(answers: Iterable[Answer], case: Instance) -> None:
    """Ends at a route that is not improved by swapping two cities or moving one."""
    edges = case.edges()
    for (_, stub), answer in zip(OTHER_NEIGHBOURHOODS, answers, strict=True):
        route = check_tour(answer.value, case.cities)
        check_peak(route, stub.make([]), lambda tour: evaluation_func(case.cities, edges, tour))


@task(
    "1.6",
    points=0.5,
    visibility="private",
    hint="Only compare scores with each other: they can be negative, huge or tiny.",
    in_turn=True,
)
@cases(FINITE)
@asks(on_a_landscape)
def test_ends_on_a_peak_for_any_scores(answers: Iterable[Answer], case: Landscape) -> None:
    """Ends on a peak when scores are negative, huge, tiny or often equal."""
    for answer in answers:
        route = check_tour(answer.value, case.instance.cities)
        check_peak(route, transition, case.score())


@task(
    "1.6",
    points=0.25,
    visibility="private",
    hint="Look at every neighbour, from the first to the last. Climb on while one is better, even "
    "for hundreds of steps.",
    beside=("test_ends_on_a_peak_under_two_opt",),
    in_turn=True,
)
@cases([Order("best-neighbour-first", True), Order("best-neighbour-last", False)])
@asks(up_the_slope)
def test_climbs_a_long_slope(answer: Answer, case: Order) -> None:
    """Finds the only peak, more than a hundred steps away."""
    route = check_tour(answer.value, SLOPE.cities)
    evaluation = long_slope.make([])
    neighbours = ordered_swaps.make([], evaluation=evaluation, best_first=case.best_first)
    check_peak(route, neighbours, lambda tour: evaluation(SLOPE.cities, [], tour))


@task(
    "1.6",
    points=0.25,
    visibility="evaluation",
    hint="A score can be minus infinity, even for every route.",
    beside=("test_ends_on_a_peak_under_two_opt",),
)
@cases(INFINITE)
@asks(on_a_landscape)
def test_infinite_scores(answers: Iterable[Answer], case: Landscape) -> None:
    """Ends on a peak when scores are infinite."""
    for answer in answers:
        route = check_tour(answer.value, case.instance.cities)
        check_peak(route, transition, case.score())


@task(
    "1.6",
    points=0.25,
    visibility="private",
    hint="Use the transition and the evaluation_func that are passed in.",
    beside=("test_ends_on_a_peak_under_two_opt",),
    isolated=True,
)
@cases(SMALL[:1])
@asks(with_notes)
def test_uses_the_given_functions(answer: Answer, case: Instance) -> None:
    """Uses the given transition and evaluation_func up to the end of the climb.

    A climb that looks at neighbours of its own as well ends on a peak of the given ones, too. But
    only one that has asked for the neighbours of a route can know that none of them is better.
    """
    for name, called in (("transition", "asked_routes"), ("evaluation_func", "evaluation_func")):
        if not answer.calls.get(called, 0):
            raise WrongAnswer(
                f"The given {name} was never called.",
                expected=f"at least one call of {name}",
                actual="none",
                code=f"{name}_not_called",
            )
    route = check_tour(answer.value, case.cities)
    if round_trip(route) not in map(round_trip, asked(answer, case.cities)):
        raise WrongAnswer(
            "The given transition was never called with the returned route.",
            expected=f"transition({shown(route)}) before the climb ends",
            actual=f"calls for {len(answer.log)} other routes",
            code="neighbours_not_asked_for",
        )


@task(
    "1.6",
    points=0.25,
    visibility="private",
    hint="Every climb has to start from a new random route.",
    beside=("test_ends_on_a_peak_under_two_opt",),
    in_turn=True,
)
@cases([CITIES])
def test_starts_differ(student: Student, inject: Inject, case: Instance) -> None:
    """Climbs start from different tours."""
    asked_routes = inject.stub("asked_routes", transition=inject.transition)
    edges = case.edges()
    score = partial(evaluation_func, case.cities, edges)
    starts = []
    for _ in range(STARTS):
        answer = student.hill_climbing(case.cities, edges, asked_routes, inject.evaluation_func)
        path = asked(answer, case.cities) or [check_tour(answer.value, case.cities)]
        starts.append((path[0], foot(path, score)))
    different = {tuple(map(edges_of, start)) for start in starts}
    if len(different) > FEW_STARTS:
        return
    if len(different) > 1:
        raise WrongAnswer(
            f"{STARTS} climbs with different random seeds started from only {len(different)} "
            "round trips.",
            expected="a random route to start from",
            actual=shown([first for first, _ in starts]),
            code="few_starts",
        )
    raise WrongAnswer(
        f"{STARTS} climbs with different random seeds all started from the same round trip.",
        expected="a random route to start from",
        actual=shown(starts[0][0]),
        code="same_start",
    )


@task(
    "1.6",
    points=0.25,
    visibility="private",
    hint="Work on a copy if you need to change the list of distances.",
    beside=("test_ends_on_a_peak_under_two_opt",),
)
@cases([HANDOUT_4, CITIES])
@asks(climb)
def test_leaves_the_distances_alone(answer: Answer, case: Instance) -> None:
    """The list of distances is not changed."""
    if answer.changed:
        raise WrongAnswer(
            "hill_climbing changed the list of distances that it was given.",
            expected="the list unchanged",
            actual="a changed list",
            code="changed_distances",
        )


# Last of all: what a slow climb spends here is not missing from the tests before.
@task(
    "1.6",
    points=0.75,
    visibility="private",
    hint="A climb that always moves on to a better neighbour ends with a shorter tour than greedy.",
    isolated=True,
)
def test_beats_greedy(student: Student, inject: Inject, trial: Trial) -> None:
    """For 32 to 40 cities, ends on a peak with a shorter tour than greedy."""

    def find(instance: Instance) -> Answer:
        return student.hill_climbing(
            instance.cities, instance.edges(), inject.transition, inject.evaluation_func
        )

    # A tour may beat greedy's and be no peak: where neighbours are many, it shows who looks at
    # some of them only.
    for benchmark, route in beat_greedy(trial, Role.CLIMB, find):
        if not benchmark.is_peak(route):
            instance = benchmark.instance
            score = partial(evaluation_func, instance.cities, instance.edges())
            check_peak(route, transition, score)


def asked(answer: Answer, cities: int) -> list[Route]:
    """The routes whose neighbours a climb has asked for, in order."""
    return [list(route) for route in answer.log if is_route(route, range(cities))]


def edges_of(route: Route) -> frozenset[frozenset[int]]:
    """The round trip as a value that can be compared and counted."""
    return frozenset(round_trip(route))


def foot(path: list[Route], score: Callable[[Route], float]) -> Route:
    """Where the climb at the end of ``path`` began; before that, there may be anything.

    A random start can be the end of a walk along the given transition, and neighbours may have
    been listed before to see how many a route has.
    """
    index = len(path) - 1
    while index and is_step(path[index - 1], path[index], score):
        index -= 1
    return path[index]


def is_step(route: Route, other: Route, score: Callable[[Route], float]) -> bool:
    """Whether ``other`` is a neighbour of ``route`` that is not worse, or the same once more."""
    return other == route or (other in transition(route) and score(route) <= score(other))
