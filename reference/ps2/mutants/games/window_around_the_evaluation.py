"""The root is searched with a narrow window only, even when the score lies outside it."""
#: fails = 4.2

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent())[0]
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, best_move

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    guess = sign * evaluate(board)
    score, move = search(board, max_depth - depth, guess - 1, guess + 1, current_player)
    return sign * score, move
