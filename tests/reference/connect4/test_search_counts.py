"""What a search looks into is counted, whatever its boards are made of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

SUBMISSION = """
FREE, FIRST, SECOND = {symbols}

def weighed(grid):
    return grid

def search(board, player):
    weighed([[cell == FREE for cell in row] for row in board])
    weighed([[0.5 for cell in row] for row in board])
    if len(board[0]) == 2:
        raise ValueError("two columns are too few")
    for column, cell in enumerate(board[0]):
        if cell == FREE:
            after = [list(board[0]), list(board[1])]
            after[0][column] = player
            search(after, SECOND if player == FIRST else FIRST)
    return 0
"""
COUNTING = """
import sys
import submission
from reference.connect4.search_counts import search_counts

own = dict(zip(" xo", (submission.FREE, submission.FIRST, submission.SECOND)))

def search(board):
    found = submission.search([[own[cell] for cell in row] for row in board], submission.FIRST)
    if board == ("   ", "xoo"):
        raise ValueError("this answer cannot be read")
    return found

print(search_counts(search, [[("   ", "xox")], [("   ", "xoo")], [("  ", "xo")]]))
"""


@pytest.mark.parametrize(
    "symbols", ["' ', 'x', 'o'", "None, 'x', 'o'", "0, 1, -1", "None, 1, 2", "0, 'x', 'o'"]
)
def test_positions_are_recognised(symbols: str, tmp_path: Path) -> None:
    (tmp_path / "submission.py").write_text(SUBMISSION.format(symbols=symbols))
    # In a process of its own, as in the sandbox: it sets the profile function of its thread.
    counting = subprocess.run(
        [sys.executable, "-c", COUNTING],
        capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
    )  # fmt: skip
    # Three columns are free: a board, 3 moves, 6 pairs of moves, and 6 games to the end. Full
    # boards are none in which the game goes on. The submission raises an exception in the last run.
    seen = "10, 16, [3, 3, 3], ['search', 'weighed']"
    assert counting.stdout == f"[(0, {seen}), (None, {seen}), None]\n"
