"""The same side moves at every ply."""
#: fails = 3.1, 3.2, 4.1, 4.2

import breakthrough


def search(board, left, low, high, player, generate, prune):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = player == breakthrough.Player.BLACK
    best = None
    for src, dst in generate(board, player):
        child = breakthrough.make_move(board, src, dst, player, in_place=False)
        score = search(child, left - 1, low, high, player, generate, prune)[0]
        if best is None or (score > best[0] if black else score < best[0]):
            best = score, (src, dst)
        if black:
            low = max(low, score)
        else:
            high = min(high, score)
        if prune and low >= high:
            break
    return best


def minimax(board, depth, max_depth, player, generate):
    low, high = -breakthrough.INF, breakthrough.INF
    return search(board, max_depth - depth, low, high, player, generate, False)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, player, generate):
    return search(board, max_depth - depth, alpha, beta, player, generate, True)


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
