"""the value of the reply is not negated"""
#: fails = 3.2
def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    color = 1 if current_player == breakthrough.Player.BLACK else -1

    def nm(b, d, player, sign):
        if d == max_depth or breakthrough.is_game_over(b):
            return sign * evaluate(b), breakthrough.MOVE_NONE
        value, move = -breakthrough.INF, breakthrough.MOVE_NONE
        for m in generate_valid_moves(b, player):
            nb = breakthrough.make_move(b, *m, player, in_place=False)
            v, _ = nm(nb, d + 1, player.get_opponent(), -sign)
            if v > value:
                value, move = v, m
        return value, move

    v, m = nm(board, depth, current_player, color)
    return color * v, m
