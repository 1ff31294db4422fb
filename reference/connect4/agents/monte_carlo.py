"""Plays what does best in random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board
    from reference.connect4.monte_carlo_search import monte_carlo_search


def agent(board: Board, player: str = "x") -> int:
    """A column."""
    return monte_carlo_search(board, player, 200)
