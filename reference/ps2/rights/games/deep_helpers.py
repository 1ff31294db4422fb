"""Depth counts down, and all four searches share one function."""

import math

import breakthrough


def search(board, left, low, high, player, generate, prune):
    if not left or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = player == breakthrough.Player.BLACK
    best = None
    for src, dst in generate(board, player):
        child = breakthrough.make_move(board, src, dst, player, in_place=False)
        score, _ = search(child, left - 1, low, high, player.get_opponent(), generate, prune)
        if best is None or (score > best[0]) == black and score != best[0]:
            best = score, (src, dst)
        if black:
            low = max(low, score)
        else:
            high = min(high, score)
        if prune and low >= high:
            break
    return best


def minimax(board, depth, max_depth, player, generate):
    return search(board, max_depth - depth, -math.inf, math.inf, player, generate, False)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, player, generate):
    return search(board, max_depth - depth, alpha, beta, player, generate, True)


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
