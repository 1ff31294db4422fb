"""Which passage of one program belongs to which of another."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from grader.similar.model import Passage
from grader.similar.prints import RUN, Prints

_CANDIDATES = 8
"""Places where a run that occurs often is looked for; more would cost time and show nothing new."""


@dataclass(slots=True)
class _Match:
    """Characters of normalised code that agree: ``length`` of them from each of both starts."""

    one: int
    other: int
    one_end: int
    other_end: int
    length: int


def shared(one: Prints, other: Prints) -> tuple[Passage, ...]:
    """The passages that two programs share, the longest first.

    From each place in ``one`` on, the longest passage is taken that agrees with something in
    ``other`` which is not taken yet. That is no best pairing, which nobody can find in reasonable
    time; it takes linear time whatever the programs are, and finds functions in any order.
    """
    found = [
        Passage(
            one.code.lines(one.position(match.one), one.position(match.one_end - 1) + 1),
            other.code.lines(other.position(match.other), other.position(match.other_end - 1) + 1),
            match.length,
        )
        for match in _joined(_matches(one, other))
    ]
    return tuple(sorted(found, key=lambda passage: -passage.length))


def _matches(one: Prints, other: Prints) -> list[_Match]:
    mine, theirs = one.runs.tolist(), other.runs.tolist()
    free = other.own.tolist()
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, run in enumerate(theirs):
        if free[place] and len(places[run]) < _CANDIDATES:
            places[run].append(place)
    counts = one.own.tolist()
    matches: list[_Match] = []
    start = 0
    while start < len(mine):
        best, length = 0, 0
        for place in places.get(mine[start], ()) if counts[start] else ():
            reach = 0
            while (
                start + reach < len(mine)
                and place + reach < len(theirs)
                and counts[start + reach]
                and free[place + reach]
                and mine[start + reach] == theirs[place + reach]
            ):
                reach += 1
            if reach > length:
                best, length = place, reach
        if length:
            whole = length + RUN - 1
            matches.append(_Match(start, best, start + whole, best + whole, whole))
            free[best : best + length] = [False] * length
        start += max(length, 1)
    return matches


def _joined(matches: list[_Match]) -> list[_Match]:
    """The same with those in one that follow each other closely on both sides.

    A constant that was changed, or a line put in between, does not make two passages of one.
    """
    joined: list[_Match] = []
    for match in matches:
        last = joined[-1] if joined else None
        if (
            last is not None
            and match.one - last.one_end < RUN
            and last.other < match.other
            and match.other - last.other_end < RUN
        ):
            last.length += match.one_end - max(match.one, last.one_end)
            last.one_end, last.other_end = match.one_end, match.other_end
        else:
            joined.append(match)
    return joined
