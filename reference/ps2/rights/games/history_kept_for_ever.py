"""A history of cut-offs orders the moves, and is kept from one search to the next."""

from collections import Counter

import breakthrough

history = Counter()


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    window = (alpha, beta) if sign == 1 else (-beta, -alpha)

    def search(board, left, alpha, beta, player, sign):
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, chosen = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in sorted(generate_valid_moves(board, player), key=lambda m: -history[m, player]):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent(), -sign)[0]
            if score > best:
                best, chosen = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                history[move, player] += 2**left
                break
        return best, chosen

    score, move = search(board, max_depth - depth, *window, current_player, sign)
    return sign * score, move


minimax_alpha_beta = negamax_alpha_beta
