"""The oracle against a solver of others, on the usual board."""

from __future__ import annotations

import pytest

from reference.connect4 import oracle, rules
from tests.reference.connect4.played import played

POSITIONS = 1000
CELLS = 42
SOON = 5


def discs_at_the_end(score: int, mover: rules.Player) -> int:
    """How many discs lie when the game has ended, by a score of bitbully's for who moves.

    It counts the discs that the winner has left then, the last one included.
    """
    winner = mover if score > 0 else rules.other(mover)
    return CELLS - 2 * abs(score) + (1 if winner == "x" else 2)


@pytest.mark.slow
def test_bitbully_finds_the_same_values_and_columns() -> None:
    bitbully = pytest.importorskip(
        "bitbully", reason="bitbully is not installed: make spiel installs it."
    )
    solver = bitbully.BitBully(opening_book=None)
    seen = set()
    for seed in range(POSITIONS):
        discs = 18 + seed % 22
        board = played(seed, 6, 7, discs)
        mover = rules.to_move(board)
        cells = {" ": 0, "x": 1, "o": 2}
        theirs = bitbully.Board.from_array([[cells[cell] for cell in row] for row in board])
        scores = solver.score_all_moves(theirs)
        expected = {column: (score > 0) - (score < 0) for column, score in scores.items()}
        assert oracle.values(board) == expected
        value = max(expected.values())
        assert oracle.solve(board) == value
        assert oracle.best(board) == {c for c, found in expected.items() if found == value}
        plies = discs_at_the_end(max(scores.values()), mover) - theirs.count_tokens()
        soon = value != 0 and plies <= SOON
        assert oracle.plies_to_end(board, SOON) == (plies if soon else None)
        seen.add((mover, value))
    assert len(seen) == 6
