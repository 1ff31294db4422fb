"""A table of positions is kept for later searches, without the depth of its scores."""
#: fails = 4.2

import breakthrough

table = {}


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player):
        key = str(board), player
        if key in table:
            return table[key]
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        lower, best = alpha, (-breakthrough.INF, breakthrough.MOVE_NONE)
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score = -search(child, left - 1, -beta, -lower, player.get_opponent())[0]
            if score > best[0]:
                best = score, move
            lower = max(lower, score)
            if lower >= beta:
                break
        if alpha < best[0] < beta:
            table[key] = best
        return best

    score, move = search(board, max_depth - depth, alpha, beta, current_player)
    return (score if current_player == breakthrough.Player.BLACK else -score), move
