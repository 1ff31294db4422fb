"""Boards that hidden tests call an advantage are one to every usual heuristic."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from hidden_tests.connect4.test_4_1_evaluation import ADVANTAGES, EXAMPLE, Advantage
from reference.connect4 import rules
from reference.connect4.generate import trees
from reference.connect4.rules import Board, Player

Heuristic = Callable[[Board, Player], float]


def _counts(board: Board, player: Player) -> list[int]:
    """Discs of ``player`` in each line without one of the opponent."""
    found = []
    for cells in trees.lines(len(board), len(board[0])):
        line = [board[row][column] for row, column in cells]
        if rules.other(player) not in line:
            found.append(line.count(player))
    return found


def open_lines(board: Board, player: Player) -> float:
    return len(_counts(board, player))


def squares(board: Board, player: Player) -> float:
    return sum(count**2 for count in _counts(board, player))


def threes(board: Board, player: Player) -> float:
    return _counts(board, player).count(3)


def twos_and_threes(board: Board, player: Player) -> float:
    counts = _counts(board, player)
    return 10 * counts.count(2) + 100 * counts.count(3)


def neighbours(board: Board, player: Player) -> float:
    rows, columns = len(board), len(board[0])
    return sum(
        board[row][column] == board[row + down][column + right] == player
        for row in range(rows)
        for column in range(columns)
        for down, right in ((0, 1), (1, 0))
        if row + down < rows and column + right < columns
    )


def middle_columns(board: Board, player: Player) -> float:
    middle = len(board[0]) // 2
    return sum(row[middle - 1 : middle + 2].count(player) for row in board)


def lines_through_cells(board: Board, player: Player) -> float:
    return sum(
        board[row][column] == player
        for cells in trees.lines(len(board), len(board[0]))
        for row, column in cells
    )


def middle(board: Board, player: Player) -> float:
    width = len(board[0])
    centre = (width - 1) / 2
    return sum(
        width - abs(column - centre)
        for row in board
        for column, cell in enumerate(row)
        if cell == player
    )


HEURISTICS = (
    open_lines, squares, threes, twos_and_threes, neighbours, lines_through_cells, middle,
    middle_columns,
)  # fmt: skip


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("case", [*ADVANTAGES, EXAMPLE], ids=str)
def test_every_usual_heuristic_sees_it(case: Advantage, heuristic: Heuristic) -> None:
    """Whether it counts one side or both."""
    mine, theirs = heuristic(case.board, "x"), heuristic(case.board, "o")
    assert mine > theirs
    assert heuristic(case.exchanged, "o") == mine


@pytest.mark.parametrize("case", [*ADVANTAGES, EXAMPLE], ids=str)
def test_board_can_come_of_a_game_that_goes_on(case: Advantage) -> None:
    """Discs lie on others, and x is to move."""
    for board in (case.board, case.exchanged):
        assert rules.to_move(board) == "x"
        assert not rules.over(board)
        for upper, lower in pairwise(board):
            assert all(
                above == " " or below != " " for above, below in zip(upper, lower, strict=True)
            )
