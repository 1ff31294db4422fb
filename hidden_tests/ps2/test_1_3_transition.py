"""Task 1.3, ``transition(route)``: neighbours of a route.

What is asked for is little: at least one other route, all of them valid, not too many. Order,
sets of tuples, duplicates, chance and the input itself among the neighbours are all allowed, so
whatever asks for *something different* gives a random neighbourhood several tries.

Mistakes in mind: every permutation returned; cities lost or doubled at the segment's ends;
swapping inside the argument; one list appended over and over; nothing for two or three cities;
the input as its own only neighbour, or its rotations, which are the same tour; shuffled routes,
or the neighbours of some other route, that have nothing to do with the given one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grader.testing import Answer, Ask, Question, Student, WrongAnswer, asks, cases, task
from hidden_tests.ps2 import pools
from hidden_tests.ps2.smaller import counted
from hidden_tests.ps2.tour_checks import (
    COLLECTIONS,
    check_neighbours,
    is_route,
    round_trip,
    shown,
)

TRIES = 24
"""A swap of two cities drawn at random with replacement changes nothing in one draw of two
for two cities; that it never changes anything in this many draws happens once in 10^7."""
MANY_CITIES = 6
"""So many cities can be visited in other orders without all of them being the same tour; with
four, half of the swaps of two cities drawn at random only turn the tour round."""
NEAR = 1 / 3
"""Share of the route that a neighbour keeps. The swap of two cities and the reversal, the move
or the exchange of segments keep all but 4 edges or places; a shuffled route keeps about 2."""

FAR = 40
"""Cities of routes that share a quarter of them, and are far from each other all the same."""
SEVERAL = 8
MANY = 1 / 4
"""Of several new routes, so many are neighbours at least. Of none but neighbours, all are."""


@dataclass(frozen=True, slots=True)
class Route:
    """A route to be changed."""

    name: str
    stops: tuple[int, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return counted(len(self.stops), "city", "cities")

    def smaller(self) -> Iterator[Route]:
        """Shorter routes, down to three cities: two need no neighbour."""
        for cities in range(3, len(self.stops)):
            stops = tuple(stop for stop in self.stops if stop < cities)
            yield Route(self.name, stops)

    @property
    def most_neighbours(self) -> int:
        """The largest neighbourhood that still counts as one.

        Or-opt has some 3·n² routes, the exchange of neighbouring segments n³ / 6, 3-opt in full
        somewhat less than n³. From seven cities on that is less than there are tours. For five, the
        handout sets the limit.
        """
        cities = len(self.stops)
        return {5: 23, 6: 72}.get(cities, cities**3)


def routes(*sizes: int) -> list[Route]:
    """One shuffled route for every number of cities."""
    rng = random.Random("routes to be changed")
    return [Route(f"{size}-cities", tuple(rng.sample(range(size), size))) for size in sizes]


def drawn_routes() -> list[Route]:
    """The pool of routes: the shorter ones come first."""
    return [Route(name, stops) for name, stops in pools.routes()]


def easily_confused(route: Route) -> list[Route]:
    """Two other routes through these cities, of which the second begins and ends as this one.

    None of the neighbours of one resembles another: whoever keeps them has to know which are whose.
    """
    rng = random.Random(route.name)
    kept, last = route.stops[: len(route.stops) // 4], route.stops[-1]
    between = route.stops[len(kept) : -1]
    other = tuple(rng.sample(route.stops, len(route.stops)))
    alike = (*kept, *rng.sample(between, len(between)), last)
    return [Route(f"{route.name}-other", other), Route(f"{route.name}-alike", alike)]


# In the handout's order, so that a shorter route follows a longer one.
HANDOUT = [
    Route("5-cities", (0, 1, 2, 3, 4)),
    Route("4-cities", (1, 3, 2, 0)),
    Route("10-cities", (7, 8, 6, 3, 5, 4, 9, 2, 0, 1)),
]


def neighbours(ask: Ask, case: Route) -> Question:
    """The neighbours of a route."""
    return ask.transition(list(case.stops))


def three_times(ask: Ask, case: Route) -> list[Question]:
    """The same several times: there may be chance in the answers."""
    return [neighbours(ask, case) for _ in range(3)]


@task(
    "1.3",
    points=0.5,
    visibility="public",
    hint="Each new route is a permutation of the given one, and there are not too many of them.",
    beside=("test_offers_something_different",),
    in_turn=True,
)
@cases(HANDOUT)
@asks(neighbours)
def test_handout_routes(answer: Answer, case: Route) -> None:
    """The handout's own routes."""
    check_count(check_neighbours(answer.value, case.stops), case)


@task(
    "1.3",
    points=0.25,
    visibility="private",
    hint="At least one of the new routes has to differ from the given one.",
)
@cases(routes(4, 5, 6, 8, 12, 20))
def test_offers_something_different(student: Student, case: Route) -> None:
    """At least one new route differs from the given one, and not only in where it starts."""
    check_something_differs(student, case)


@task(
    "1.3",
    points=0.25,
    visibility="private",
    hint="Routes of two and three cities have to work, too, although only one round trip exists.",
    beside=("test_offers_something_different",),
)
@cases(routes(2, 3))
@asks(neighbours)
def test_two_and_three_cities(answer: Answer, case: Route) -> None:
    """Works for two and three cities."""
    # All routes are the same round trip, so that there may be no neighbour.
    if answer.value or not isinstance(answer.value, COLLECTIONS):
        check_neighbours(answer.value, case.stops)


@task(
    "1.3",
    points=0.25,
    visibility="private",
    hint="Every new route visits the same cities, each exactly once.",
    beside=("test_offers_something_different",),
    in_turn=True,
)
@cases(routes(*range(4, 17), 20), pool=drawn_routes(), draw=2)
@asks(three_times)
def test_every_route_is_valid(answers: Iterable[Answer], case: Route) -> None:
    """All new routes visit the same cities, each exactly once."""
    for answer in answers:
        check_neighbours(answer.value, case.stops)


@task(
    "1.3",
    points=0.25,
    visibility="evaluation",
    hint="Return neighbours of the given route: not every possible route, and not unrelated ones.",
    beside=("test_offers_something_different",),
    in_turn=True,
)
@cases(routes(4, 5, 6, 7, 8, 12, 20, 40))
def test_neighbours_and_not_everything(student: Student, case: Route) -> None:
    """The new routes are neighbours: not too many, and similar to the given one."""
    if len(case.stops) >= FAR:
        for route in easily_confused(case):
            student.transition(list(route.stops))  # whose neighbours are none of the given route's
    value = student.transition(list(case.stops)).value
    check_count(value, case)
    if len(case.stops) >= 20:
        check_something_is_near(student, case, value)
        check_many_are_near(value, case)
    if len(case.stops) < FAR:
        # A climb may come to a route again: that its neighbours have been listed before is no
        # reason not to list them.
        check_something_differs(student, case, again=True)


@task(
    "1.3",
    points=0.25,
    visibility="private",
    hint="Copy the route before you change it: the caller still needs it.",
    beside=("test_offers_something_different",),
)
@cases(routes(*range(3, 13), 20, 40), pool=drawn_routes(), draw=2)
@asks(three_times)
def test_leaves_the_route_alone(answers: Iterable[Answer], case: Route) -> None:
    """The given route is not changed."""
    for answer in answers:
        if answer.changed:
            raise WrongAnswer(
                "transition changed the route it was given.",
                expected=f"{shown(list(case.stops))}, as before the call",
                actual="it was changed in place",
                code="changed_route",
            )


# That two routes are one and the same list cannot be seen from outside. What can be seen is
# where it leads: every route then reads like the last. Duplicates are allowed, so only an
# answer of three routes or more, all of them alike and time after time, is taken for that.
@task(
    "1.3",
    points=0.25,
    visibility="private",
    hint="Make a new list for every new route; one list appended many times is still one list.",
    beside=("test_offers_something_different",),
)
@cases(routes(7, 12))
@asks(three_times)
def test_routes_are_separate_lists(answers: Iterable[Answer], case: Route) -> None:
    """The new routes are separate lists."""
    found = [check_neighbours(answer.value, case.stops) for answer in answers]
    if all(len(routes) >= 3 and routes.count(routes[0]) == len(routes) for routes in found):
        raise WrongAnswer(
            "All the new routes are the same, as if one list had been appended again and again.",
            expected="a separate list for each new route",
            actual=f"{len(found[0])} times {shown(found[0][0])}",
            code="one_list_again_and_again",
        )


def check_count(value: object, case: Route) -> None:
    """Demand some neighbours, but no more than the size of the route allows."""
    if not isinstance(value, COLLECTIONS) or not value:
        check_neighbours(value, case.stops)
        return
    if len(value) > case.most_neighbours:
        raise WrongAnswer(
            "There are too many new routes for a neighbourhood.",
            expected=f"at most {case.most_neighbours} for {len(case.stops)} cities",
            actual=str(len(value)),
            code="too_many_routes",
        )


def check_something_differs(student: Student, case: Route, *, again: bool = False) -> None:
    """Demand a valid route other than the given one in one of several calls.

    From `MANY_CITIES` on it has to be another tour as well. ``again`` says that this is demanded
    of the same route for the second time.
    """
    given = list(case.stops)
    many = len(given) >= MANY_CITIES
    value: object = None
    turned = False
    for _ in range(TRIES):
        value = student.transition(given).value
        routes = [*value] if isinstance(value, COLLECTIONS) else []
        others = [r for r in routes if is_route(r, sorted(given)) and list(r) != given]
        if any(not many or round_trip(route) != round_trip(given) for route in others):
            return
        turned = turned or bool(others)
    said = "was the same round trip as" if turned else "was the same as"
    raise WrongAnswer(
        f"In {TRIES} more calls for the same route, every new route {said} that route."
        if again
        else f"In {TRIES} calls, every new route {said} the given one, only started elsewhere or "
        "reversed."
        if turned
        else f"In {TRIES} calls, no new route differed from the given one.",
        expected=f"at least one valid route other than {shown(given)}"
        + ("; a rotated or reversed route is the same round trip" if many else ""),
        actual=shown(value),
        code="no_route_differs",
    )


def check_something_is_near(student: Student, case: Route, value: object) -> None:
    """Demand another tour that keeps a good part of the given one, in one of several calls."""
    for _ in range(TRIES):
        if isinstance(value, COLLECTIONS) and any(
            is_route(route, sorted(case.stops))
            and similarity(route, case.stops) >= NEAR
            # The given route may be among them, and says nothing of the others.
            and round_trip(route) != round_trip(case.stops)
            for route in value
        ):
            return
        value = student.transition(list(case.stops)).value
    raise WrongAnswer(
        f"In {TRIES} calls, no new route was similar to the given one.",
        expected=f"at least one other tour that differs little from {shown(list(case.stops))}",
        actual=shown(value),
        code="no_route_is_near",
    )


def check_many_are_near(value: object, case: Route) -> None:
    """Demand that of the new routes, where they are several, a good part resembles the given."""
    tours = [] if not isinstance(value, Iterable) else [
        route for route in value
        if is_route(route, sorted(case.stops)) and round_trip(route) != round_trip(case.stops)
    ]  # fmt: skip
    near = sum(similarity(route, case.stops) >= NEAR for route in tours)
    if len(tours) >= SEVERAL and near < MANY * len(tours):
        raise WrongAnswer(
            "Too few of the new routes are similar to the given one.",
            expected=f"at least {MANY:.0%} of the new routes differ little from "
            f"{shown(list(case.stops))}",
            actual=f"{near} of {len(tours)}",
            code="hardly_any_route_is_near",
        )


def similarity(one: Sequence[int], other: Sequence[int]) -> float:
    """Share of the edges, or of the places in the list if that is more, that two routes share."""
    places = sum(before == after for before, after in zip(one, other, strict=True))
    return max(places, len(round_trip(one) & round_trip(other))) / len(one)
