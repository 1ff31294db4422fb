"""Alpha-beta below the root; each move at the root is searched by itself, with a full window."""

import breakthrough


def search(board, left, alpha, beta, player, generate_valid_moves):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board)
    black = player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    for src, dst in generate_valid_moves(board, player):
        child = breakthrough.make_move(board, src, dst, player, in_place=False)
        score = search(
            child, left - 1, alpha, beta, player.get_opponent(), generate_valid_moves
        )
        if black:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def root(board, depth, max_depth, alpha, beta, player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    scores = {}
    for src, dst in generate_valid_moves(board, player):
        child = breakthrough.make_move(board, src, dst, player, in_place=False)
        scores[src, dst] = search(
            child, max_depth - depth - 1, alpha, beta, player.get_opponent(), generate_valid_moves
        )
    choose = max if player == breakthrough.Player.BLACK else min
    move = choose(scores, key=scores.get)
    return scores[move], move


minimax_alpha_beta = root
negamax_alpha_beta = root
