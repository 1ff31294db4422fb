"""Floats for bounds and scores, and cut-offs only strictly beyond the bound."""

import math

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return minimax_alpha_beta(
        board, depth, max_depth, float("-inf"), float("inf"), current_player, generate_valid_moves
    )


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth >= max_depth or breakthrough.is_game_over(board):
        return float(evaluate(board)), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = -math.inf if black else math.inf
    best_move = None
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if (score > best) if black else (score < best):
            best, best_move = score, move
        alpha, beta = (max(alpha, best), beta) if black else (alpha, min(beta, best))
        if alpha > beta:
            break
    return best, best_move
