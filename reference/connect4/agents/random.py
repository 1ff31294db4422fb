"""Plays at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board
    from reference.connect4.random_player import random_player


def agent(board: Board, player: str = "x") -> int:
    """A column."""
    return random_player(board, player)
