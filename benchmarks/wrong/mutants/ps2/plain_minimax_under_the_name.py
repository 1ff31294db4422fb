"""it is minimax: bounds are ignored altogether"""
#: fails = 4.1
def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def mm(b, d, p):
        if d == max_depth or breakthrough.is_game_over(b):
            return evaluate(b), breakthrough.MOVE_NONE
        kids = [(mm(breakthrough.make_move(b, x, y, p, False), d + 1, p.get_opponent())[0], (x, y))
                for x, y in generate_valid_moves(b, p)]
        f = max if p == breakthrough.Player.BLACK else min
        return f(kids, key=lambda k: k[0])
    return mm(board, depth, current_player)
