"""Task 2.1: all moves of a side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Move


def generate_valid_moves(board: Board, current_player: breakthrough.Player) -> list[Move]:
    """Lists the moves of ``current_player``: pawns in reading order, each from left to right."""
    if current_player == breakthrough.Player.BLACK:
        own, forward = "B", 1
    else:
        own, forward = "W", -1

    moves: list[Move] = []
    for r, row in enumerate(board):
        for c, tile in enumerate(row):
            if tile != own:
                continue
            for aside in (-1, 0, 1):
                move = (r, c), (r + forward, c + aside)
                if breakthrough.is_valid_move(board, *move, current_player):
                    moves.append(move)
    return moves
