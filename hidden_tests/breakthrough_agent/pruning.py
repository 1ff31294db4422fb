"""Whether a search prunes, by how often it calls itself on boards whose tree is known.

What the submission counts is evidence: it could be made up. Where a search goes about it in a way
that cannot be counted, with a stack instead of recursion for example, nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from grader.testing import Student

_COUNTED = json.loads(Path(__file__).with_name("positions.json").read_text("utf-8"))["counted"]
ROWS: list[list[str]] = [each["board"] for each in _COUNTED]
BOARDS = ["".join(rows) for rows in ROWS]
"""The first shows which functions search; on the others their calls are counted."""
_WAYS: list[list[int]] = [each["plain"] for each in _COUNTED[1:]]
"""Of each board whose calls are counted: in how many ways a game can go on for 0, 1, 2, … plies."""
_PLIES = 3
"""How far a search has to look at least, so that it surely can prune."""
_LESS = 0.95
"""Share at most of the moves of each level that are followed, where a search prunes: at all levels,
as it passes its bounds on. One that remembers positions meets none again before the third ply."""
_GROWS = 1.2
"""Each level has so many times as many calls at least. Else its calls are not those of positions: a
function may call another one that calls it."""


@dataclass(frozen=True)
class Counted:
    """How many positions a search looked into on all boards together, so many plies deep."""

    plies: int
    positions: int
    of: int

    @property
    def prunes(self) -> bool:
        """Whether it left any out."""
        return self.positions < self.of


def counted_calls(student: Student) -> object:
    """How often the search calls itself on each of :data:`BOARDS`, as the submission says."""
    match student.watched_search([], BOARDS).value:
        case [_, counts]:
            return counts
    return None


def pruning(counts: object) -> Counted | None:
    """What ``counts`` say of the search; nothing if they do not say whether it prunes.

    Args:
        counts: those of :func:`counted_calls`, or whatever else came instead.
    """
    boards = counts if isinstance(counts, list) else []
    if len(boards) != len(_WAYS) or not all(map(_are_levels, boards)):
        return None
    # The deepest searches first.
    for depths in zip(*(levels[::-1] for levels in boards), strict=False):
        found = _judged(depths)
        if found is not None:
            return found
    return None


def fixed_depth(counts: object) -> int | None:
    """How many plies the search looks ahead on all boards, if ``counts`` say it is the same number.

    Nothing if it deepens step by step, or cannot be counted.
    """
    boards = counts if isinstance(counts, list) else []
    if len(boards) != len(_WAYS) or not all(map(_are_levels, boards)):
        return None
    if any(len(board) != 1 for board in boards):
        return None
    plies = {
        len(levels) - 1 + (levels[0] % ways[1] == 0)
        for (levels,), ways in zip(boards, _WAYS, strict=True)
    }
    return plies.pop() if len(plies) == 1 else None


def _judged(depths: Sequence[Sequence[int]]) -> Counted | None:
    """What the calls on the boards say, if they are those of positions, level by level.

    The search may be entered for the board itself, or for the position after each move.

    Args:
        depths: for each board the calls at each level.
    """
    firsts = {int(levels[0] % ways[1] == 0) for levels, ways in zip(depths, _WAYS, strict=True)}
    if len(firsts) > 1 or len(set(map(len, depths))) > 1:
        return None
    (first,) = firsts
    plies = len(depths[0]) - 1 + first
    if not _PLIES <= plies < len(_WAYS[0]):
        return None
    looked = [sum(calls) for calls in zip(*depths, strict=True)]
    whole = [
        sum(
            levels[0] // ways[first] * ways[ply] for levels, ways in zip(depths, _WAYS, strict=True)
        )
        for ply in range(first, plies + 1)
    ]
    sure = 2 - first  # levels that every search looks into: the board itself, and all of its moves
    less = all(
        _GROWS * before < now < _LESS * before * in_all / in_all_before
        for (before, now), (in_all_before, in_all) in zip(
            pairwise(looked[sure - 1 :]), pairwise(whole[sure - 1 :]), strict=True
        )
    )
    if looked == whole or (looked[:sure] == whole[:sure] and less):
        return Counted(plies, sum(looked), sum(whole))
    return None


def _are_levels(board: object) -> bool:
    return isinstance(board, list) and all(
        isinstance(levels, list)
        and levels
        and all(type(each) is int and each > 0 for each in levels)
        for levels in board
    )
