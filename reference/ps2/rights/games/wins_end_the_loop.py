"""A win for the side to move ends the look at a position at once."""

import breakthrough


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def best(board, depth, player, sign):
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        top = -2 * breakthrough.WIN, breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            score = -best(child, depth + 1, player.get_opponent(), -sign)[0]
            if score > top[0]:
                top = score, (src, dst)
            if score == breakthrough.WIN:
                break
        return top

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = best(board, depth, current_player, sign)
    return sign * score, move
