"""The ends of games that either side is asked about are right, and are games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hidden_tests.connect4.both_sides import POSITIONS
from hidden_tests.connect4.data import Position
from reference.connect4 import rules
from reference.connect4.generate import trees


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_columns_are_the_best(case: Position) -> None:
    assert set(trees.best(case.board)) == set(case.right)


def test_boards_of_a_game_are_a_move_apart() -> None:
    for before, after in pairwise(POSITIONS):
        if not str(after).endswith("board 1"):
            boards = {rules.drop(before.board, before.player, c) for c in rules.moves(before.board)}
            assert after.board in boards


def test_each_game_has_a_board_on_which_columns_differ() -> None:
    last = [a for a, b in pairwise([*POSITIONS, POSITIONS[0]]) if str(b).endswith("board 1")]
    for case in last:
        assert set(case.right) < set(rules.moves(case.board))
