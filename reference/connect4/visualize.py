"""A picture of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board


def visualize(board: Board) -> None:
    """Print the board with a frame and the numbers of its columns."""
    edge = "+" + "---+" * board.shape[1]
    rows = ["| " + " | ".join(row) + " |" for row in board.tolist()]
    numbers = "  " + "   ".join(str(column) for column in range(board.shape[1]))
    picture = [edge, *(line for row in rows for line in (row, edge)), numbers]
    print("\n".join(picture))  # noqa: T201 - as in a notebook
