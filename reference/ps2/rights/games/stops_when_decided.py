"""Searches one ply deeper each time, and stops as soon as the game is decided: a win in three plies is one in six."""

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        moves = generate_valid_moves(board, player)
        first = order.get((str(board), player))
        if first in moves:
            moves = [first] + [move for move in moves if move != first]
        for move in moves:
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -max(alpha, best), player.get_opponent())[0]
            if score > best:
                best, best_move = score, move
            if best >= beta:
                break
        order[str(board), player] = best_move
        return best, best_move

    order = {}
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    if breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    low, high = (alpha, beta) if sign == 1 else (-beta, -alpha)
    for left in range(1, max_depth - depth + 1):
        score, move = search(board, left, low, high, current_player)
        if abs(score) == breakthrough.WIN:
            break
    return sign * score, move


minimax_alpha_beta = negamax_alpha_beta
