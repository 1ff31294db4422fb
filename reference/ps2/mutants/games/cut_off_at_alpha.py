"""The loop stops after the first move of every position."""
#: fails = 4.2

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move([row[:] for row in board], src, dst, player)
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent())[0]
            if score > best:
                best, best_move = score, (src, dst)
            if score >= alpha:
                break
        return best, best_move

    score, move = search(board, max_depth - depth, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
# At the first move that reaches alpha instead of beta.
