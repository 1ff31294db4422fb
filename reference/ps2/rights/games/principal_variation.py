"""Negamax with a scout window, and a second look where the scout fails high."""

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, depth, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        opponent = player.get_opponent()
        for number, move in enumerate(generate_valid_moves(board, player)):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            if number == 0:
                score = -search(child, depth + 1, -beta, -alpha, opponent)[0]
            else:
                score = -search(child, depth + 1, -alpha - 1, -alpha, opponent)[0]
                if alpha < score < beta:
                    score = -search(child, depth + 1, -beta, -score, opponent)[0]
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, best_move

    score, move = search(board, depth, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
