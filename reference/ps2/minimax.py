"""Task 3.1: minimax with a depth limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Move, Score, evaluate


def minimax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable[[Board, breakthrough.Player], list[Move]],
) -> tuple[Score, Move]:
    """Finds the best score, from Black's perspective, and a move that leads to it.

    Black picks the highest score, White the lowest. A position that is over or lies at
    ``max_depth`` is evaluated, and its move is ``MOVE_NONE``.
    """
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE

    blacks_turn = current_player == breakthrough.Player.BLACK
    best_score = -breakthrough.INF if blacks_turn else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        score, _ = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        if score > best_score if blacks_turn else score < best_score:
            best_score, best_move = score, (src, dst)
    return best_score, best_move
