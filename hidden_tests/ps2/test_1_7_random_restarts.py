"""Task 1.7, ``hill_climbing_with_random_restarts(…, hill_climbing, repeats)``.

The climbs are scripted: which routes they find, in which order and with which scores is known,
so the best of them is, too. A tour's length plays no part in it; the given evaluation decides.

Mistakes in mind: the last climb returned, or the first, or the worst; ``repeats`` ignored, or
one climb more or fewer; a best score that begins at 0, at some small number, or at minus
infinity with no route to go with it; the climb's own return value taken for a score; other
functions passed on to the climb than those given; the same seed set before every climb.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.testing import (
    Answer,
    Ask,
    Inject,
    Lent,
    Own,
    Question,
    Student,
    Trial,
    WrongAnswer,
    asks,
    cases,
    task,
)
from hidden_tests.ps2.greedy_benchmarks import REPEATS, beat_greedy, benchmarks
from hidden_tests.ps2.scripted_climbs import (
    ANY_SCORES,
    KEEP_THE_BEST,
    MINUS_INFINITY,
    STUB,
    Script,
    check_best,
)
from hidden_tests.ps2.smaller import counted
from hidden_tests.ps2.tour_checks import check_tour, is_route, shown
from hidden_tests.ps2.tours import HANDOUT_4, HANDOUT_10, Instance
from reference.ps2.evaluation_func import evaluation_func
from reference.ps2.greedy import Role
from reference.ps2.transition import transition

DEFAULT_REPEATS = 10
NOTED_REPEATS = 5
"""Climbs whose routes are compared. Of 20 cities alone, four rotations agree once in 10^5."""


@dataclass(frozen=True)
class Whole:
    """An instance as it is: what climbs are given does not show in a smaller one."""

    instance: Instance

    def __str__(self) -> str:
        return str(self.instance)


def over(ask: Ask, inject: Inject, case: Instance, climb: Lent, repeats: int) -> Question:
    """A run over the reference's functions, with this climb."""
    return ask.hill_climbing_with_random_restarts(
        case.cities, case.edges(), inject.transition, inject.evaluation_func, climb, repeats
    )


def restarts(ask: Ask, inject: Inject, case: Instance) -> Question:
    """A run over the reference's functions."""
    return over(ask, inject, case, inject.hill_climbing, DEFAULT_REPEATS)


def noting(ask: Ask, inject: Inject, case: Whole) -> Question:
    """A run that notes what each climb was given and found."""
    noted_climbs = inject.stub("noted_climbs", climb=inject.hill_climbing)
    return over(ask, inject, case.instance, noted_climbs, NOTED_REPEATS)


def scripted(ask: Ask, inject: Inject, case: Script) -> Question:
    """A run over scripted climbs, as many as there are in the script."""
    return run(ask, inject, case, case.repeats)


def scripted_and_by_default(ask: Ask, inject: Inject, case: Script) -> list[Question]:
    """The same, and a run that does not say how many."""
    return [run(ask, inject, case, case.repeats), run(ask, inject, case)]


def run(ask: Ask, inject: Inject, script: Script, *repeats: int) -> Question:
    """One run over scripted climbs."""
    return ask.hill_climbing_with_random_restarts(
        script.instance.cities,
        script.instance.edges(),
        inject.transition,
        inject.stub("score_table", table=script.table),
        inject.stub(STUB, routes=script.routes),
        *repeats,
    )


@task(
    "1.7",
    points=0.5,
    visibility="public",
    hint="The result is a list of all cities, each exactly once.",
    beside=("test_keeps_the_best",),
    in_turn=True,
)
@cases([HANDOUT_4, HANDOUT_10])
@asks(restarts)
def test_handout_instances(answer: Answer, case: Instance) -> None:
    """A valid tour for the handout's own instances."""
    check_tour(answer.value, case.cities)


@task(
    "1.7",
    points=1,
    visibility="private",
    hint="Return the best route of all the climbs, whichever climb found it.",
    isolated=True,
)
@cases(KEEP_THE_BEST)
@asks(scripted)
def test_keeps_the_best(answer: Answer, case: Script) -> None:
    """Returns the best of all climbs, whether it is the first, the last or one in between."""
    check_best(answer.value, answer.calls, case)


@task(
    "1.7",
    points=0.25,
    visibility="private",
    hint="Only compare scores with each other: they can have any sign and size.",
    beside=("test_keeps_the_best",),
    in_turn=True,
)
@cases(ANY_SCORES)
@asks(scripted)
def test_any_scores(answer: Answer, case: Script) -> None:
    """Returns the best when scores are positive, huge or tiny."""
    check_best(answer.value, answer.calls, case)


@task(
    "1.7",
    points=0.25,
    visibility="evaluation",
    hint="A score can be minus infinity, even for every route that was found.",
    beside=("test_keeps_the_best",),
    isolated=True,
)
@cases(MINUS_INFINITY)
@asks(scripted)
def test_minus_infinity(answer: Answer, case: Script) -> None:
    """Returns the best when scores are minus infinity."""
    check_best(answer.value, answer.calls, case)


@task(
    "1.7",
    points=0.25,
    visibility="private",
    hint="Call the given hill_climbing repeats times, or 10 times if repeats is not given.",
    beside=("test_keeps_the_best",),
    in_turn=True,
)
@cases(Script(counted(n, "repeat").replace(" ", "-"), (-1.0,) * n) for n in (1, 2, 7, 13, 40))
@asks(scripted_and_by_default)
def test_climbs_exactly_repeats_times(answers: Iterable[Answer], case: Script) -> None:
    """Climbs exactly repeats times, and 10 times by default."""
    for answer, expected in zip(answers, (case.repeats, DEFAULT_REPEATS), strict=True):
        check_climbs(answer.calls, expected)


@task(
    "1.7",
    points=0.25,
    visibility="private",
    hint="With repeats = 1 the result is the route of the one climb.",
    beside=("test_keeps_the_best",),
    isolated=True,
)
@cases([Script("finite", (-310.0,)), Script("zero", (0.0,))])
@asks(scripted)
def test_single_climb(answer: Answer, case: Script) -> None:
    """Returns the route of the climb when there is only one."""
    if answer.value is None and not answer.calls.get(STUB):  # a loop that is one short
        check_climbs(answer.calls, case.repeats)
    check_best(answer.value, answer.calls, case)


@task(
    "1.7",
    points=0.25,
    visibility="private",
    hint="Pass on the functions that you are given, and do not seed the random numbers.",
    beside=("test_keeps_the_best",),
    isolated=True,
)
@cases([Whole(benchmarks(Role.END_TO_END)[-1].instance)])
@asks(noting)
def test_same_landscape_other_starts(answer: Answer, case: Whole) -> None:
    """Every climb uses the given functions and starts from a different route."""
    if answer.changed:
        raise WrongAnswer(
            "hill_climbing_with_random_restarts changed the list of distances that it was given.",
            expected="the list unchanged",
            actual="a changed list",
            code="changed_distances",
        )
    check_given(answer, case.instance)
    routes = [route for route, _, _ in answer.log]
    # One more or less is judged elsewhere; climbs that take their time must not be cut by half.
    if 2 * len(routes) < NOTED_REPEATS:
        raise WrongAnswer(
            "There were far fewer climbs than asked for when each climb takes longer.",
            expected=counted(NOTED_REPEATS, "climb"),
            actual=counted(len(routes), "climb"),
            code="wrong_repeats",
        )
    if len(routes) > 1 and all(route == routes[0] for route in routes):
        raise WrongAnswer(
            f"All {len(routes)} climbs found the same route, city by city. Perhaps each began with "
            "the same random numbers.",
            expected="climbs from different random starts",
            actual=f"{len(routes)} times {shown(routes[0])}",
            code="same_climb",
        )


@task(
    "1.7",
    points=0.25,
    visibility="private",
    hint="The best of several climbs is a shorter tour than the greedy one.",
    beside=("test_keeps_the_best",),
    isolated=True,
)
def test_beats_greedy(student: Student, inject: Inject, trial: Trial) -> None:
    """Finds a shorter tour than greedy for 30 cities."""

    def climb(instance: Instance) -> Answer:
        return student.hill_climbing_with_random_restarts(
            instance.cities,
            instance.edges(),
            inject.transition,
            inject.evaluation_func,
            inject.hill_climbing,
            REPEATS,
        )

    beat_greedy(trial, Role.RESTARTS, climb)


# Worth no points: a neighbourhood may be weak and still be right, and its weakness, if it is
# one, was judged where it was asked for. What a student's own four functions come to together
# is still the first thing they will want to know.
@task(
    "1.7",
    points=0,
    visibility="private",
    hint="This shows how your own four functions work together; it is worth no points.",
    isolated=True,
)
def test_own_functions_beat_greedy(student: Student, own: Own, trial: Trial) -> None:
    """The student's own four functions together find a shorter tour than greedy."""

    def climb(instance: Instance) -> Answer:
        return student.hill_climbing_with_random_restarts(
            instance.cities,
            instance.edges(),
            own.transition,
            own.evaluation_func,
            own.hill_climbing,
            REPEATS,
        )

    beat_greedy(trial, Role.END_TO_END, climb)


def check_climbs(calls: Mapping[str, int], expected: int) -> None:
    """Demand exactly so many calls of the given climb."""
    climbs = calls.get(STUB, 0)
    if climbs != expected:
        difference = abs(climbs - expected)
        number = "One climb" if difference == 1 else f"{difference} climbs"
        raise WrongAnswer(
            f"{number} too {'few' if climbs < expected else 'many'}: call the given hill_climbing "
            "exactly as often as repeats says.",
            expected=counted(expected, "call"),
            actual=counted(climbs, "call"),
            code="wrong_repeats",
        )


def noted(note: object, instance: Instance) -> tuple[list[int], list[list[int]], object]:
    """What the stub ``noted_climbs`` wrote down of a climb: its route, neighbours and score."""
    cities = range(instance.cities)
    match note:
        case [list() as route, list() as neighbours, score] if is_route(route, cities):
            if all(is_route(neighbour, cities) for neighbour in neighbours):
                return route, [list(neighbour) for neighbour in neighbours], score
    raise WrongAnswer(
        "hill_climbing was called with other arguments than the given ones.",
        expected=f"climbs over the {instance.cities} cities, with the transition that was given",
        actual=f"one of which came {shown(note)}",
        code="other_arguments",
    )


def check_given(answer: Answer, instance: Instance) -> None:
    """Demand that every climb was given what stands for the student's own arguments."""
    if not answer.log:
        raise WrongAnswer(
            "The given hill_climbing was never called.",
            expected=counted(NOTED_REPEATS, "call"),
            actual="none",
            code="hill_climbing_not_called",
        )
    for route, neighbours, score in (noted(note, instance) for note in answer.log):
        if sorted(neighbours) != sorted(transition(route)):
            raise WrongAnswer(
                "hill_climbing was called with a transition other than the given one.",
                expected=f"for {shown(route)} it returns {shown(transition(route))}",
                actual=shown(neighbours),
                code="other_transition",
            )
        given = evaluation_func(instance.cities, instance.edges(), route)
        if score != given:
            raise WrongAnswer(
                "hill_climbing was called with an evaluation_func other than the given one.",
                expected=f"it scores {shown(route)} as {given}",
                actual=str(score),
                code="other_evaluation_func",
            )
