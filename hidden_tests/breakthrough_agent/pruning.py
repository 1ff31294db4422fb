"""Whether a search prunes, by how often it calls itself on boards whose tree is known.

What the submission counts is evidence: it could be made up. Where a search goes about it in a way
that cannot be counted, with a stack instead of recursion for example, nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from grader.testing import Student

_POSITIONS = json.loads(Path(__file__).with_name("positions.json").read_text("utf-8"))


@dataclass(frozen=True)
class CountedBoards:
    """Boards to move on. The first shows which functions search; on the others calls are counted.

    Attributes:
        ways: of each of the others: in how many ways a game can go on for 0, 1, 2, … plies.
    """

    rows: Sequence[Sequence[str]]
    ways: Sequence[Sequence[int]]

    @property
    def boards(self) -> list[str]:
        """The text of each board."""
        return ["".join(rows) for rows in self.rows]


def _counted_boards(section: str) -> CountedBoards:
    """Read the boards of a section of the frozen positions, after the first of all."""
    first, *_ = _POSITIONS["counted"]
    counted = [each for each in _POSITIONS[section] if each is not first]
    rows = [each["board"] for each in (first, *counted)]
    return CountedBoards(rows, [each["plain"] for each in counted])


QUIET = _counted_boards("counted")
"""Nothing can be captured soon, so that every search ends at its depth."""
CLOSE = _counted_boards("counted_close")
"""Pawns can be captured. So some moves are worse than others, whatever an evaluation goes by."""
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


def counted_calls(student: Student, on: CountedBoards = QUIET) -> object:
    """How often the search calls itself on each of the boards, as the submission says."""
    match student.watched_search([], on.boards).value:
        case [_, counts]:
            return counts
    return None


def pruning(counts: object) -> Counted | None:
    """What ``counts`` say of the search; nothing if they do not say whether it prunes.

    Args:
        counts: those of :func:`counted_calls`, or whatever else came instead.
    """
    return next(
        (each.counted for each in _levels(counts, QUIET) if each.is_whole or each.is_less), None
    )


def pruning_where_pawns_are_captured(counts: object) -> Counted | None:
    """Return what ``counts`` say of a search that leaves out nothing on quiet boards.

    It has no table then that answers instead of it. So whatever it leaves out here, it prunes.

    Args:
        counts: those on :data:`CLOSE`, or whatever else came instead.
    """
    return next((each.counted for each in _levels(counts, CLOSE) if each.is_part), None)


def fixed_depth(counts: object) -> int | None:
    """How many plies the search looks ahead on all boards, if ``counts`` say it is the same number.

    Nothing if it deepens step by step, or cannot be counted.
    """
    boards = _boards(counts, QUIET)
    if not boards or any(len(board) != 1 for board in boards):
        return None
    plies = {
        len(levels) - 1 + (levels[0] % ways[1] == 0)
        for (levels,), ways in zip(boards, QUIET.ways, strict=True)
    }
    return plies.pop() if len(plies) == 1 else None


@dataclass(frozen=True)
class _Levels:
    """The calls on all boards together, level by level, and how many positions there are.

    Attributes:
        first: after how many plies the search is entered: for the board itself, or for the position
            after each move.
    """

    first: int
    looked: Sequence[int]
    whole: Sequence[int]

    @property
    def counted(self) -> Counted:
        """Add all levels up."""
        return Counted(len(self.looked) - 1 + self.first, sum(self.looked), sum(self.whole))

    @property
    def _sure(self) -> int:
        """Return how many levels every search looks into: the board, and all of its moves."""
        return 2 - self.first

    @property
    def is_whole(self) -> bool:
        """Return whether no position was left out."""
        return self.looked == self.whole

    @property
    def is_part(self) -> bool:
        """Return whether these may be calls of positions: at no level more than there are."""
        return self.looked[: self._sure] == self.whole[: self._sure] and all(
            now <= in_all for now, in_all in zip(self.looked, self.whole, strict=True)
        )

    @property
    def is_less(self) -> bool:
        """Return whether positions were left out at each level."""
        last_sure = self._sure - 1
        return self.is_part and all(
            _GROWS * before < now < _LESS * before * in_all / in_all_before
            for (before, now), (in_all_before, in_all) in zip(
                pairwise(self.looked[last_sure:]), pairwise(self.whole[last_sure:]), strict=True
            )
        )


def _levels(counts: object, on: CountedBoards) -> Iterator[_Levels]:
    """Yield the calls for each depth to which the search came on all boards, the deepest first."""
    for depths in zip(*(levels[::-1] for levels in _boards(counts, on)), strict=False):
        firsts = {
            int(levels[0] % ways[1] == 0) for levels, ways in zip(depths, on.ways, strict=True)
        }
        if len(firsts) > 1 or len(set(map(len, depths))) > 1:
            continue
        (first,) = firsts
        plies = len(depths[0]) - 1 + first
        if not _PLIES <= plies < len(on.ways[0]):
            continue
        times = [levels[0] // ways[first] for levels, ways in zip(depths, on.ways, strict=True)]
        yield _Levels(
            first,
            [sum(calls) for calls in zip(*depths, strict=True)],
            [
                sum(each * ways[ply] for each, ways in zip(times, on.ways, strict=True))
                for ply in range(first, plies + 1)
            ],
        )


def _boards(counts: object, on: CountedBoards) -> list[list[list[int]]]:
    """Return what was counted on each board; nothing if it is of the wrong kind."""
    boards = counts if isinstance(counts, list) else []
    return boards if len(boards) == len(on.ways) and all(map(_are_levels, boards)) else []


def _are_levels(board: object) -> bool:
    return isinstance(board, list) and all(
        isinstance(levels, list)
        and levels
        and all(type(each) is int and each > 0 for each in levels)
        for levels in board
    )
