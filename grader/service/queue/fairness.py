"""The order in which waiting gradings begin: students take turns, each with the newest first."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """A grading that has not begun.

    Attributes:
        id: larger for what came later.
        served_at: when a grading of the same person began last.
    """

    id: int
    edition: int
    person: int
    served_at: float
    regrade: bool


def in_order(waiting: Iterable[Waiting]) -> Iterator[Waiting]:
    """Those ``waiting``, the next one first.

    Whoever was served longest ago is next, of those the one who waits longest, with their newest
    submission; then they are behind everybody else. So many submissions of one person delay
    another by one grading at most. Regrades come when nothing fresh waits, oldest first.
    """
    fresh: dict[int, list[Waiting]] = {}
    behind: list[Waiting] = []
    for each in sorted(waiting, key=lambda each: each.id):
        if each.regrade:
            behind.append(each)
        else:
            fresh.setdefault(each.person, []).append(each)
    line = [(stack[0].served_at, stack[0].id, person) for person, stack in fresh.items()]
    heapq.heapify(line)
    latest = max((served for served, _, _ in line), default=0.0)
    while line:
        _, since, person = heapq.heappop(line)
        yield fresh[person].pop()
        if fresh[person]:
            latest += 1.0
            heapq.heappush(line, (latest, since, person))
    yield from behind
