"""The passages that two programs share."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from grader.similar.fingerprints import RUN, Prints
from grader.similar.model import Passage

_CANDIDATES = 8
"""Positions of a frequent run that are tried; more would cost time and show nothing new."""


@dataclass(slots=True)
class _Match:
    """Normalised code that agrees: ``length`` characters, between start and end on both sides."""

    one: int
    other: int
    one_end: int
    other_end: int
    length: int


def shared(one: Prints, other: Prints) -> tuple[Passage, ...]:
    """The passages that two programs share, the longest first.

    From each position in ``one``, the longest passage is taken that agrees with something in
    ``other`` which is not taken yet. This greedy pairing takes linear time, and finds functions in
    any order. The best pairing would take unreasonably long.
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
    positions: defaultdict[int, list[int]] = defaultdict(list)
    for position, run in enumerate(theirs):
        if free[position] and len(positions[run]) < _CANDIDATES:
            positions[run].append(position)
    counts = one.own.tolist()
    matches: list[_Match] = []
    start = 0
    while start < len(mine):
        best, length = 0, 0
        for position in positions.get(mine[start], ()) if counts[start] else ():
            reach = 0
            while (
                start + reach < len(mine)
                and position + reach < len(theirs)
                and counts[start + reach]
                and free[position + reach]
                and mine[start + reach] == theirs[position + reach]
            ):
                reach += 1
            if reach > length:
                best, length = position, reach
        if length:
            whole = length + RUN - 1
            matches.append(_Match(start, best, start + whole, best + whole, whole))
            free[best : best + length] = [False] * length
        start += max(length, 1)
    return matches


def _joined(matches: list[_Match]) -> list[_Match]:
    """``matches``, joined where they follow each other closely on both sides.

    So a changed constant, or an inserted line, does not split a passage.
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
