"""Moves are tried in random order."""

import random

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    moves = list(generate_valid_moves(board, current_player))
    random.shuffle(moves)
    black = current_player == breakthrough.Player.BLACK
    best, best_move = None, None
    for move in moves:
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
        if best is None or (black and score > best) or (not black and score < best):
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta < alpha:
            break
    return best, best_move
