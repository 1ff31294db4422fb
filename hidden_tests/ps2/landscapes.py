"""Scores for routes that have nothing to do with distances, and how they trip a climb up."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hidden_tests.ps2.stubs import rugged_scores
from hidden_tests.ps2.tours import Instance, on_the_plane

CITIES = on_the_plane(
    "eight-cities",
    [(12, 80), (95, 33), (40, 41), (7, 9), (66, 90), (71, 15), (30, 62), (88, 70)],
    seed=8,
)
"""What the climbs are told to visit. The scores do not depend on where it is."""
FOUR = CITIES.without(7).without(6).without(5).without(4)
FEW = CITIES.without(7).without(6).without(5)


@dataclass(frozen=True, slots=True)
class Landscape:
    """Every tour of `CITIES` draws one of ``scores``, each landscape in its own way."""

    name: str
    scores: tuple[float, ...]
    instance: Instance = CITIES
    """The cities to visit."""

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return self.instance.size

    def smaller(self) -> Iterator[Landscape]:
        """The same scores drawn by the tours of fewer cities."""
        if self.instance.cities > 3:
            yield replace(self, instance=self.instance.without(self.instance.cities - 1))

    @property
    def config(self) -> dict[str, Any]:
        """The configuration of the stub ``rugged_scores`` for this landscape."""
        return {"scores": list(self.scores), "seed": zlib.crc32(self.name.encode())}

    def score(self) -> Callable[[list[int]], float]:
        """The score of a route, as the stub gives it inside the sandbox."""
        evaluation = rugged_scores.make([], **self.config)
        return lambda route: evaluation(self.instance.cities, None, route)


LEVELS = range(1, 41)

FINITE = (
    # The best score seen so far must not begin at 0 …
    Landscape("negative", tuple(-2.5 * level for level in LEVELS)),
    # … nor at some number that was thought to be small enough.
    Landscape("hugely-negative", tuple(-1e300 * level for level in LEVELS)),
    Landscape("huge", tuple(1e300 * (level - 20) for level in LEVELS)),
    # Neither whole numbers nor a smallest step that counts.
    Landscape("tiny", tuple(1e-12 * (level - 20) for level in LEVELS)),
    Landscape("tiniest", tuple(1e-300 * (level - 20) for level in LEVELS)),
    # Differences that are next to nothing beside the scores.
    Landscape("far-from-zero", tuple(1e12 + 0.25 * level for level in LEVELS)),
    Landscape("positive", tuple(0.5 * level for level in LEVELS)),
    # Equal neighbours: stopping is right, wandering among them for ever is not.
    Landscape("plateaus", (-3.0, -2.0, -1.0)),
    # So few routes that climbs meet those of the climbs before.
    Landscape("five-cities-positive", tuple(0.5 * level for level in LEVELS), FEW),
    Landscape("five-cities-negative", tuple(-2.5 * level for level in LEVELS), FEW),
    # Three tours are all there are, and two of them are no peaks.
    Landscape("four-cities-positive", tuple(0.5 * level for level in LEVELS), FOUR),
    Landscape("four-cities-negative", tuple(-2.5 * level for level in LEVELS), FOUR),
    Landscape("four-cities-around-zero", tuple(level - 20.5 for level in LEVELS), FOUR),
)
"""Landscapes of finite scores."""

INFINITE = (
    # Nothing is better than the start, and still the start is the answer.
    Landscape("all-minus-infinity", (-math.inf,)),
    # Two neighbours in three say nothing about where to go.
    Landscape("mostly-minus-infinity", (*[-math.inf] * 28, *(-2.5 * level for level in range(14)))),
    Landscape("both-infinities", (-math.inf, *(-2.5 * level for level in LEVELS), math.inf)),
)
"""Landscapes on which scores reach the ends of what a float can be."""
