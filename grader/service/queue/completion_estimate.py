"""Estimates when gradings will be over, from how long such took and how many workers there are.

It is an expectation: somebody who hands in later may have an earlier turn.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

FEWEST = 3
"""Gradings of an assignment before which nothing is expected of the next ones."""


@dataclass(frozen=True, slots=True)
class RunningGrading:
    """A running grading, with its elapsed seconds and the typical seconds if known."""

    typical: float | None
    elapsed: float

    @property
    def left(self) -> float | None:
        """Return the expected seconds to the end; ``None`` if it is already overdue."""
        if self.typical is None or self.elapsed > self.typical:
            return None
        return self.typical - self.elapsed


def typical_duration(durations: Sequence[float]) -> float | None:
    """Return the median of past durations; ``None`` if there are too few."""
    return median(durations) if len(durations) >= FEWEST else None


def expected_completion(
    running: Sequence[RunningGrading], waiting: Sequence[float | None], workers: int
) -> list[float | None]:
    """Return the expected seconds until each waiting grading ends, the next one first.

    ``None`` stands for no estimate: there is no worker, or it is not known how long something that
    is graded before takes.

    Args:
        waiting: how long each of them takes, once it has begun.
    """
    if not workers or any(each.typical is None for each in running):
        return [None] * len(waiting)
    # One that takes longer than usual may end at any moment.
    free = [each.left or 0.0 for each in running] + [0.0] * (workers - len(running))
    heapq.heapify(free)
    found: list[float | None] = []
    for seconds in waiting:
        if seconds is None:
            break
        found.append(heapq.heappop(free) + seconds)
        heapq.heappush(free, found[-1] or 0.0)
    return found + [None] * (len(waiting) - len(found))
