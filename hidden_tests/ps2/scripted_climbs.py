"""Scripts for a ``hill_climbing`` whose results, and their scores, are known beforehand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from grader.testing import WrongAnswer
from hidden_tests.ps2.smaller import counted
from hidden_tests.ps2.tour_checks import check_tour, round_trip, shown
from hidden_tests.ps2.tours import Instance, on_the_plane

CITIES = on_the_plane(
    "six-cities", [(5, 71), (90, 40), (33, 12), (64, 88), (18, 30), (77, 5)], seed=6
)
"""What the climbs are told to visit. The scripted routes and scores are not about it."""

STUB = "scripted_climb"

# City 0 first and one way round only: no two of these are the same round trip. Short scripts use
# those with cities 1, 2 and 5 in this order.
_TOURS = sorted(
    ([0, *rest] for rest in permutations(range(1, CITIES.cities)) if rest.index(1) < rest.index(2)),
    key=lambda tour: tour.index(2) > tour.index(5),
)


@dataclass(frozen=True, slots=True)
class Script:
    """What a series of climbs comes to: one score, and with it one route, per climb."""

    name: str
    scores: tuple[float, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def instance(self) -> Instance:
        """The cities to visit."""
        return CITIES

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return counted(self.repeats, "climb")

    def smaller(self) -> Iterator[Script]:
        """The same without one of the climbs."""
        if self.repeats > 1:
            for left_out in range(self.repeats):
                kept = self.scores[:left_out] + self.scores[left_out + 1 :]
                yield Script(self.name, kept)

    @property
    def repeats(self) -> int:
        """The number of climbs to ask for."""
        return len(self.scores)

    @property
    def routes(self) -> list[list[int]]:
        """The route of each climb; all different."""
        return _TOURS[: self.repeats]

    @property
    def table(self) -> list[tuple[list[int], float]]:
        """The configuration of the stub ``score_table``."""
        return list(zip(self.routes, self.scores, strict=True))


KEEP_THE_BEST = (
    Script("best-first", (-310.0, -420.0, -355.5)),
    Script("best-in-the-middle", (-420.0, -390.0, -310.0, -400.0, -355.5)),
    Script("best-last", (-420.0, -355.5, -400.0, -310.0)),
    Script("best-of-many", (*(-400.0 - climb for climb in range(36)), -310.0, -390.0, -380.5)),
)
"""The best climb in every place, with scores as minus a length would give them."""

ANY_SCORES = (
    Script("positive", (0.25, 0.75, 0.5)),
    Script("hugely-negative", (-9e300, -8e300, -1e300, -7e300)),
    Script("huge", (1e300, -5e300, 9e300, 2e300)),
    Script("tiny", (1e-12, -2e-12, 3e-12, -4e-12)),
    Script("tiniest", (1e-300, -2e-300, 3e-300, 2e-300)),
    Script("far-from-zero", (1e12, 1e12 - 0.25, 1e12 + 0.25, 1e12 - 0.5)),
    Script("close-together", (-310.25, -310.125, -310.5)),
    Script("around-zero", (-1.0, 0.0, -2.0)),
)
"""Scores that trip up a best score which begins at some number, or rounding."""

MINUS_INFINITY = (
    Script("all-minus-infinity", (-math.inf,) * 3),
    Script("finite-first", (-1e9, -math.inf, -math.inf)),
    Script("finite-in-the-middle", (-math.inf, -1e9, -math.inf)),
    Script("finite-last", (-math.inf, -math.inf, -1e9)),
)
"""Scores that trip up a best score which begins at minus infinity without a route."""


def check_best(value: object, calls: Mapping[str, int], script: Script) -> None:
    """Demand the best of the routes that the climbs really made came to.

    One climb more or less than asked for is judged elsewhere; more than that is no series of
    ``repeats`` climbs any longer. Where all climbs scored minus infinity, any tour will do. The
    route may begin elsewhere, or go the other way round: it is the same round trip.
    """
    climbs = calls.get(STUB, 0)
    route = check_tour(value, script.instance.cities)
    if abs(climbs - script.repeats) > 1:
        raise WrongAnswer(
            "hill_climbing was not repeated as often as asked.",
            expected=f"{script.repeats} calls of hill_climbing",
            actual=str(climbs),
            code="wrong_repeats",
        )
    found = script.table[:climbs]
    if found and max(score for _, score in found) == -math.inf:
        return  # any tour is as good as those of the climbs
    tour = round_trip(route)
    scores = [score for candidate, score in found if round_trip(candidate) == tour]
    if not scores:
        raise WrongAnswer(
            "The returned route is not one that hill_climbing found.",
            expected=f"one of {shown([candidate for candidate, _ in found])}",
            actual=shown(route),
            code="route_not_found",
        )
    best = max(score for _, score in found)
    if scores[0] < best:
        raise WrongAnswer(
            "hill_climbing found a better route than the one returned.",
            expected=f"the route that scores {best}",
            actual=f"{shown(route)}, which scores {scores[0]}",
            code="not_the_best_route",
        )
