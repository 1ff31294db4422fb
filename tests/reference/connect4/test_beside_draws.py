"""Where a win stands beside draws, nothing but that column wins, and nothing loses."""

from __future__ import annotations

import pytest

from hidden_tests.connect4.data import Position
from hidden_tests.connect4.test_5_monte_carlo import BESIDE_DRAWS
from reference.connect4 import rules
from tests.reference.connect4.endings import ends


@pytest.mark.parametrize("case", BESIDE_DRAWS, ids=str)
def test_one_column_wins_and_the_others_draw(case: Position) -> None:
    found = {c: ends(rules.drop(case.board, case.player, c)) for c in rules.moves(case.board)}
    assert case.right != (min(found),)
    assert {column for column, seen in found.items() if seen == {case.player}} == set(case.right)
    assert all(seen == {None} for column, seen in found.items() if column not in case.right)


def test_either_side_is_asked() -> None:
    for four in (BESIDE_DRAWS[:4], BESIDE_DRAWS[-4:]):
        assert {case.player for case in four} == {"x", "o"}
    assert all(case.usual for case in BESIDE_DRAWS[-4:])
    assert not all(case.usual for case in BESIDE_DRAWS[:4])
