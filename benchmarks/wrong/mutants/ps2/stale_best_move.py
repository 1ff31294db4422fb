"""the move is that of the last child looked at, not of the best"""
#: fails = 3.2
def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    black = breakthrough.Player.BLACK
    def go(bd, dep, pl):
        if dep == max_depth or breakthrough.is_game_over(bd):
            return (evaluate(bd) if pl == black else -evaluate(bd)), breakthrough.MOVE_NONE
        best = -breakthrough.INF
        mv = breakthrough.MOVE_NONE
        for mv in generate_valid_moves(bd, pl):
            nb = breakthrough.make_move(bd, mv[0], mv[1], pl, in_place=False)
            best = max(best, -go(nb, dep + 1, pl.get_opponent())[0])
        return best, mv
    s, m = go(board, depth, current_player)
    return (s, m) if current_player == black else (-s, m)
