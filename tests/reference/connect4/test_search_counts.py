"""What a search looks into is counted, whatever its boards are made of."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from reference.connect4.search_counts import search_counts

SOURCE = """
FREE, FIRST, SECOND = {symbols}

def weighed(grid):
    return grid

def search(board, player):
    weighed([[cell == FREE for cell in row] for row in board])
    weighed([[0.5 for cell in row] for row in board])
    for column, cell in enumerate(board[0]):
        if cell == FREE:
            after = [list(board[0]), list(board[1])]
            after[0][column] = player
            search(after, SECOND if player == FIRST else FIRST)
    return 0
"""
BOARD = ("   ", "xox")


@pytest.mark.parametrize(
    "symbols", ["' ', 'x', 'o'", "None, 'x', 'o'", "0, 1, -1", "None, 1, 2", "0, 'x', 'o'"]
)
def test_positions_are_recognised(symbols: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("submission")
    exec(SOURCE.format(symbols=symbols), vars(module))  # noqa: S102 - a search of this test
    monkeypatch.setitem(sys.modules, "submission", module)
    own = dict(zip(" xo", (module.FREE, module.FIRST, module.SECOND), strict=True))

    def search(board: Any) -> Any:
        return module.search([[own[cell] for cell in row] for row in board], module.FIRST)

    ((answer, positions, entered, followed),) = search_counts(search, [[BOARD]])
    # Three columns are free: a board, 3 moves, 6 pairs of moves, and 6 games to the end.
    assert (answer, entered, followed) == (0, 16, [3, 3, 3])
    assert positions == 10  # full boards are none in which the game goes on
