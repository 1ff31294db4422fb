"""Tests that several searches share."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from grader.testing import Answer, Own, Question, Student, Undecided
from grader.testing.planned_calls import Ask
from hidden_tests.connect4.checks import (
    Count,
    check_column,
    check_playable,
    check_unchanged,
    counts_of,
    failed,
    found_by_search,
    total,
)
from hidden_tests.connect4.data import Position, Series, positions
from reference.connect4 import rules
from reference.connect4.rules import Board

_CHEAP = {each.usual: each for each in reversed(positions("win_in_1"))}
"""A position that any search has soon done with, on the usual board and on another one."""
UNSEEN = (
    "No search that calls itself was found, so that the positions that it looks at cannot be "
    "counted. It may keep a stack of its own: a person has to look at the source."
)


def check_search(answer: Answer, case: Position, message: str) -> None:
    """Accepts a search that found one of the right columns."""
    column, _ = found_by_search(answer.value)
    check_column(column, case, message)


def check_finds_a_column(answer: Answer, case: Position) -> None:
    """Accepts a search that found a column that can be played."""
    column, _ = found_by_search(answer.value)
    check_playable(column, case.board)


def check_leaves_board(answers: Sequence[Answer], function: str) -> None:
    """Accepts searches that left their boards as they were."""
    for answer in answers:
        check_unchanged(answer, function)


def asked(ask: Ask, role: str, case: Series, *more: int) -> list[Question]:
    """What a search finds in each position."""
    return [getattr(ask, role)(each.board, each.player, *more) for each in case.positions]


def counted(
    student: Student, own: Own, role: str, asked_about: Sequence[Position], *more: int
) -> list[Count]:
    """What a search looks into in each position.

    Raises:
        InvalidReturn: if the submission interferes.
        CallFailure: if there is no answer.
    """
    # Called by itself first: only then the report can say that it is missing or not written yet.
    cheap = _CHEAP[asked_about[0].usual]
    getattr(student, role)(cheap.board, cheap.player, *more)
    return _counted(student, own, role, [[each.board, each.player, *more] for each in asked_about])


def counted_at(
    student: Student, own: Own, role: str, each: Position, depths: Sequence[int]
) -> list[Count]:
    """What a search looks into at each depth, with all that calls itself at any of them."""
    return _counted(student, own, role, [[each.board, each.player, depth] for depth in depths])


def _counted(student: Student, own: Own, role: str, runs: Sequence[list[Any]]) -> list[Count]:
    found = student.search_counts(getattr(own, role), runs).value
    for number in failed(found, len(runs)):  # asked directly: then the report says what was asked
        getattr(student, role)(*runs[number])
    return counts_of(found, len(runs))


def check_seen(counts: Sequence[Count]) -> None:
    """Accepts counts of a search that was recognised.

    Raises:
        Undecided: if there is none: a search without recursion is as right as any other.
    """
    if total(counts)[1] == 0:
        raise Undecided(
            UNSEEN, expected="a search that calls itself", actual="none", code="search_unseen"
        )


@functools.lru_cache(maxsize=256)
def left_to_right(board: Board) -> int:
    """Return how many positions alpha-beta looks into if it tries columns from left to right."""
    looked = 0

    def value(now: Board, alpha: int, beta: int) -> int:
        nonlocal looked
        looked += 1
        if rules.winner(now) is not None:
            return -1
        moves = rules.moves(now)
        best = -1 if moves else 0
        for column in moves:
            best = max(best, -value(rules.drop(now, rules.to_move(now), column), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    value(board, -2, 2)
    return looked


def is_called_by(search: Sequence[Count], other: Sequence[Count]) -> bool:
    """Whether the function in which ``search`` begins is called by ``other``, too."""
    return any(
        one.called[:1] and one.called[0] in another.called
        for one, another in zip(search, other, strict=True)
    )


def finds_columns(counts: Sequence[Count], case: Series) -> bool:
    """Whether a search that was counted found right columns."""
    found = [found_by_search(count.answer)[0] for count in counts]
    return all(one in each.right for one, each in zip(found, case.positions, strict=True))
