"""Task 4.2: negamax with alpha-beta pruning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Move, Score, evaluate


def negamax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable[[Board, breakthrough.Player], list[Move]],
) -> tuple[Score, Move]:
    """Finds the best score, from Black's perspective, and a move that leads to it.

    As in ``negamax``, the search proper scores for the side to move and the answer is turned
    back to Black's perspective. The window that the caller gives is taken as the mover's own;
    the full one, which is all that is asked for, is the same from either side.
    """

    def best(
        board: Board, depth: int, alpha: Score, beta: Score, player: breakthrough.Player
    ) -> tuple[Score, Move]:
        """The best score for ``player``, who is to move, and a move that leads to it.

        ``alpha`` is what ``player`` is already sure of, ``beta`` what the opponent allows at
        most. Seen from the other side the two change places and sign.
        """
        if depth == max_depth or breakthrough.is_game_over(board):
            return for_side(player, evaluate(board)), breakthrough.MOVE_NONE

        best_score: Score = -breakthrough.INF
        best_move = breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            reply, _ = best(child, depth + 1, -beta, -alpha, player.get_opponent())
            # Strictly better only: a child that was cut short returns a bound, and a bound equal
            # to the best score does not show that its move is as good.
            if -reply > best_score:
                best_score, best_move = -reply, (src, dst)
            alpha = max(alpha, best_score)
            if alpha >= beta:
                break
        return best_score, best_move

    score, move = best(board, depth, alpha, beta, current_player)
    return for_side(current_player, score), move


def for_side(player: breakthrough.Player, score: Score) -> Score:
    """Turns a score for Black into one for ``player``, and the other way round."""
    return score if player == breakthrough.Player.BLACK else -score
