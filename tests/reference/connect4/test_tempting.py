"""Where a block looks worse than another column, at first: that column loses all the same."""

from __future__ import annotations

import pytest

from hidden_tests.connect4.data import Position
from hidden_tests.connect4.test_4_2_cutoff import TEMPTED
from reference.connect4 import rules
from reference.connect4.generate import trees


@pytest.mark.parametrize("case", TEMPTED, ids=str)
def test_the_opponent_completes_a_line_after_any_other_column(case: Position) -> None:
    assert not trees.wins_within(case.board, 1)
    for column in rules.moves(case.board):
        after = rules.drop(case.board, case.player, column)
        assert trees.wins_within(after, 1) == (column not in case.right)


@pytest.mark.parametrize("case", TEMPTED, ids=str)
def test_the_block_loses_nothing_that_a_search_may_see(case: Position) -> None:
    (column,) = case.right
    assert not trees.wins_within(rules.drop(case.board, case.player, column), 3)
