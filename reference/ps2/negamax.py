"""Task 3.2: negamax with a depth limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Move, Score, evaluate


def negamax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable[[Board, breakthrough.Player], list[Move]],
) -> tuple[Score, Move]:
    """Finds the best score, from Black's perspective, and a move that leads to it.

    The search proper scores every position for the side to move there. Only the answer is
    turned back to Black's perspective, which the caller expects whoever moves first.
    """

    def best(board: Board, depth: int, player: breakthrough.Player) -> tuple[Score, Move]:
        """The best score for ``player``, who is to move, and a move that leads to it."""
        if depth == max_depth or breakthrough.is_game_over(board):
            return for_side(player, evaluate(board)), breakthrough.MOVE_NONE

        best_score: Score = -breakthrough.INF
        best_move = breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            reply, _ = best(child, depth + 1, player.get_opponent())
            if -reply > best_score:
                best_score, best_move = -reply, (src, dst)
        return best_score, best_move

    score, move = best(board, depth, current_player)
    return for_side(current_player, score), move


def for_side(player: breakthrough.Player, score: Score) -> Score:
    """Turns a score for Black into one for ``player``, and the other way round."""
    return score if player == breakthrough.Player.BLACK else -score
