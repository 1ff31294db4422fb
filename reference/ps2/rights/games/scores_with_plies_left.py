"""Scores are pairs with the plies that are left, and so are the bounds."""

import breakthrough as bt

BLACK = bt.Player.BLACK


def _nega(board, left, alpha, beta, player, gen):
    score = evaluate(board)
    if left == 0 or abs(score) == bt.WIN:
        score = score if player == BLACK else -score
        return (score, left if score > 0 else -left), bt.MOVE_NONE
    best, best_move = (-bt.INF, -99), bt.MOVE_NONE
    for move in gen(board, player):
        child = bt.make_move(board, *move, player, in_place=False)
        (a, b), _ = _nega(child, left - 1, (-beta[0], -beta[1]), (-alpha[0], -alpha[1]), player.get_opponent(), gen)
        if (-a, -b) > best:
            best, best_move = (-a, -b), move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    (score, _), move = _nega(board, max_depth - depth, (-bt.INF, -99), (bt.INF, 99), current_player, generate_valid_moves)
    return (score if current_player == BLACK else -score), move


negamax_alpha_beta = minimax_alpha_beta
