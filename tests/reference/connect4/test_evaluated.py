"""Who takes the evaluation for the wrong side is found out, and nobody else is blamed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from grader.model.verdict import Verdict
from grader.testing import Student, Undecided, WrongAnswer
from grader.testing.case_failures import CallFailure
from hidden_tests.connect4.evaluated import UNDECIDED, check_leaves
from reference.connect4 import rules
from reference.connect4.rules import Board, Player
from tests.reference.connect4.test_advantages import (
    HEURISTICS,
    Heuristic,
    middle,
    neighbours,
    squares,
)


@dataclass(frozen=True)
class Given:
    """An answer, of which only the value counts."""

    value: object


@dataclass(frozen=True)
class Program:
    """A student's evaluation and search, called as hidden tests call them.

    Attributes:
        signs: of the evaluation where the search ends, if the mover is the player, and if not.
        wrong_for: the side whose search takes the opposite of the evaluation.
        further: how many plies more than the cutoff it looks ahead.
        finishes: whether it looks as far again as the opponent needs to reply to its last move.
    """

    heuristic: Heuristic | None
    signs: tuple[int, int] = (1, 1)
    further: int = 0
    finishes: bool = False
    own: int = 1
    raises: bool = False
    wrong_for: Player | None = None

    def evaluate(self, board: Board, player: Player) -> Given:
        if self.heuristic is None:
            raise CallFailure(Verdict.NOT_ATTEMPTED, "No function for evaluate was found.")
        return Given(self.own * self._worth(board, player))

    def cutoff_search(self, board: Board, player: Player, cutoff: int) -> Given:
        if self.raises:
            raise CallFailure(Verdict.RUNTIME_ERROR, "ZeroDivisionError")
        plies = cutoff + self.further
        plies += self.finishes and plies % 2
        values = {
            column: self._value(rules.drop(board, player, column), player, plies - 1)
            for column in rules.moves(board)
        }
        return Given([max(values, key=values.__getitem__), None])

    def _value(self, board: Board, player: Player, plies: int) -> float:
        mover = rules.to_move(board)
        if not plies:
            sign = self.signs[mover != player] * (-1 if player == self.wrong_for else 1)
            return sign * self._worth(board, player)
        better = max if mover == player else min
        return better(
            self._value(rules.drop(board, mover, column), player, plies - 1)
            for column in rules.moves(board)
        )

    def _worth(self, board: Board, player: Player) -> float:
        heuristic = self.heuristic or squares
        return heuristic(board, player) - heuristic(board, rules.other(player))


def nothing(_board: Board, _player: Player) -> float:
    return 1.0


def checked(program: Program) -> None:
    check_leaves(cast(Student, cast(Any, program)))


@pytest.mark.parametrize("board", [each.board for each in UNDECIDED])
def test_nobody_can_end_the_game_within_three_plies(board: Board) -> None:
    boards = [board]
    for _ in range(3):
        boards = [
            rules.drop(each, rules.to_move(each), column)
            for each in boards
            for column in rules.moves(each)
        ]
        assert not any(rules.over(each) for each in boards)


def test_either_side_is_to_move() -> None:
    assert [each.player for each in UNDECIDED] == ["x"] * 6 + ["o"] * 6


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_a_right_search_is_accepted(heuristic: Heuristic) -> None:
    checked(Program(heuristic))


@pytest.mark.parametrize("heuristic", [middle, neighbours])
@pytest.mark.parametrize("further", [1, 2])
def test_it_may_look_further(heuristic: Heuristic, further: int) -> None:
    checked(Program(heuristic, further=further))


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("further", [0, 1])
def test_it_may_let_the_opponent_reply(heuristic: Heuristic, further: int) -> None:
    checked(Program(heuristic, further=further, finishes=True))


# The opponent's evaluation is wrong for both cutoffs, that of the next to move for one of them.
@pytest.mark.parametrize("heuristic", [squares, middle])
@pytest.mark.parametrize("signs", [(-1, -1), (1, -1), (-1, 1)])
def test_a_wrong_sign_is_seen(heuristic: Heuristic, signs: tuple[int, int]) -> None:
    with pytest.raises(WrongAnswer, match="wrong sign"):
        checked(Program(heuristic, signs))


@pytest.mark.parametrize("heuristic", [squares, middle])
@pytest.mark.parametrize("side", ["x", "o"])
def test_a_wrong_sign_for_one_side_is_seen(heuristic: Heuristic, side: Player) -> None:
    with pytest.raises(WrongAnswer, match=f"search for a move of {side}"):
        checked(Program(heuristic, wrong_for=side))


@pytest.mark.parametrize("heuristic", [squares, neighbours])
def test_a_search_that_takes_no_evaluation_is_left_to_a_person(heuristic: Heuristic) -> None:
    with pytest.raises(Undecided, match="plays column 0 wherever it is free") as failure:
        checked(Program(heuristic, signs=(0, 0)))
    assert failure.value.code == "one_column"


def test_a_column_that_is_not_there_is_nothing_to_say_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Other tests judge that; this one must not fail over it."""
    monkeypatch.setattr(Program, "cutoff_search", lambda *_: Given([9, None]))
    checked(Program(squares))


@pytest.mark.parametrize(
    "program",
    [
        Program(None, (-1, -1)),
        Program(squares, (-1, -1), own=-1),
        Program(nothing, (-1, -1)),
        Program(squares, raises=True),
    ],
    ids=["no evaluation", "the evaluation is wrong", "it says nothing", "no search"],
)
def test_what_nobody_can_say_is_accepted(program: Program) -> None:
    checked(program)
