"""-alpha, -beta: negated but not swapped"""
#: fails = 4.2
def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    colour = 1 if current_player == breakthrough.Player.BLACK else -1
    def nab(b, d, lo, hi, p, sgn):
        if d == max_depth or breakthrough.is_game_over(b):
            return sgn * evaluate(b), breakthrough.MOVE_NONE
        val, mv = -breakthrough.INF, breakthrough.MOVE_NONE
        for m in generate_valid_moves(b, p):
            t, _ = nab(breakthrough.make_move(b, m[0], m[1], p, False), d + 1, -lo, -hi, p.get_opponent(), -sgn)
            t = -t
            if t > val:
                val, mv = t, m
            lo = max(lo, t)
            if lo >= hi:
                break
        return val, mv
    v, m = nab(board, depth, alpha, beta, current_player, colour)
    return colour * v, m
