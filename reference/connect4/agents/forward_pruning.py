"""Searches five plies ahead, and leaves out what looks bad."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board
    from reference.connect4.forward_pruning_search import forward_pruning_search


def agent(board: Board, player: str = "x") -> int | None:
    """A column."""
    return forward_pruning_search(board, player, 5)[1]
