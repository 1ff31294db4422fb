"""The actions of a state: the columns in which there is a free cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board


def actions(board: Board) -> list[int]:
    """Columns that are not full, from left to right."""
    return [column for column in range(board.shape[1]) if board[0, column] == " "]
