"""Stops one ply before the depth limit."""
#: fails = 3.2

import breakthrough


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def search(board, depth, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            score = -search(child, depth + 1, player.get_opponent())[0]
            if score > best:
                best, best_move = score, (src, dst)
        return best, best_move

    score, move = search(board, 1, current_player)
    if current_player == breakthrough.Player.WHITE:
        score = -score
    return score, move
# The root counts as ply 1.
