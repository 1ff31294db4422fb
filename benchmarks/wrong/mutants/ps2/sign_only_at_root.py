"""evaluation gets the sign of the player at the root at every leaf"""
#: fails = 4.2
def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    root_sign = 1 if current_player == breakthrough.Player.BLACK else -1
    def f(bd, d, a, b, who):
        if d == max_depth or breakthrough.is_game_over(bd):
            return root_sign * evaluate(bd), breakthrough.MOVE_NONE
        top, pick = -breakthrough.INF, breakthrough.MOVE_NONE
        for mv in generate_valid_moves(bd, who):
            r, _ = f(breakthrough.make_move(bd, *mv, who, in_place=False), d + 1, -b, -a, who.get_opponent())
            if -r > top:
                top, pick = -r, mv
            a = max(a, top)
            if a >= b:
                break
        return top, pick
    s, m = f(board, depth, alpha, beta, current_player)
    return root_sign * s, m
