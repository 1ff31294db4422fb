"""Searches three plies ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board
    from reference.connect4.cutoff_search import cutoff_search


def agent(board: Board, player: str = "x") -> int | None:
    """A column."""
    return cutoff_search(board, player, 3)[1]
