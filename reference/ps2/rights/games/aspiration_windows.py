"""Guesses a narrow window and widens it until the score is inside."""

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player, sign):
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent(), -sign)[0]
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best, best_move

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    guess = sign * evaluate(board)
    low, high = guess - 2, guess + 2
    while True:
        score, move = search(board, max_depth - depth, low, high, current_player, sign)
        if score <= low and low > alpha:
            low = alpha
        elif score >= high and high < beta:
            high = beta
        else:
            return sign * score, move
