"""Task 4.1: minimax with alpha-beta pruning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Move, Score, evaluate


def minimax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable[[Board, breakthrough.Player], list[Move]],
) -> tuple[Score, Move]:
    """Finds what ``minimax`` finds, leaving out positions that cannot change it.

    ``alpha`` is the score that Black is already sure of elsewhere in the tree, ``beta`` the one
    that White is sure of. Once they meet, the opponent will not let the game come here, so the
    remaining moves need no look.
    """
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE

    blacks_turn = current_player == breakthrough.Player.BLACK
    best_score = -breakthrough.INF if blacks_turn else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        # Strictly better only: a child that was cut short returns a bound, and a bound equal to
        # the best score does not show that its move is as good.
        if score > best_score if blacks_turn else score < best_score:
            best_score, best_move = score, (src, dst)
        if blacks_turn:
            alpha = max(alpha, best_score)
        else:
            beta = min(beta, best_score)
        if alpha >= beta:
            break
    return best_score, best_move
