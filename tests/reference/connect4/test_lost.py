"""Where nothing can be won, every column is right: none wins, and the game goes on."""

from __future__ import annotations

import pytest

from hidden_tests.connect4.data import Position
from hidden_tests.connect4.lost import LOST_AT_ONCE, LOST_IN_THE_END, NEVER_WON
from reference.connect4 import rules
from reference.connect4.generate import trees
from tests.reference.connect4.endings import ends


@pytest.mark.parametrize("case", LOST_AT_ONCE, ids=str)
def test_whatever_is_played_the_opponent_wins_with_the_next_move(case: Position) -> None:
    for column in case.right:
        after = rules.drop(case.board, case.player, column)
        assert not rules.over(after)
        assert trees.wins_within(after, 1)


@pytest.mark.parametrize("case", LOST_IN_THE_END, ids=str)
def test_no_column_is_better_than_another(case: Position) -> None:
    assert case.value == -1
    assert set(trees.best(case.board)) == set(case.right)


@pytest.mark.parametrize("case", NEVER_WON, ids=str)
def test_no_game_is_won_and_all_end_alike(case: Position) -> None:
    (end,) = ends(case.board)
    assert end in {None, rules.other(case.player)}


def test_games_are_both_drawn_and_lost() -> None:
    assert {None} < {end for case in NEVER_WON for end in ends(case.board)}


@pytest.mark.parametrize("cases", [LOST_AT_ONCE, LOST_IN_THE_END, NEVER_WON])
def test_all_columns_are_right_on_boards_of_several_sizes_and_for_both_sides(
    cases: list[Position],
) -> None:
    assert all(case.right == rules.moves(case.board) for case in cases)
    assert {case.player for case in cases} == {"x", "o"}
    assert {case.usual for case in cases} == {True, False}
    full = [case for case in cases if 0 not in case.right]
    assert full  # who answers 0 where nothing was found answers wrongly there
