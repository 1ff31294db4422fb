"""min of the negated replies in place of max"""
#: fails = 3.2
def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def search(state, ply, who):
        if ply == max_depth or breakthrough.is_game_over(state):
            e = evaluate(state)
            return (e if who == breakthrough.Player.BLACK else -e), breakthrough.MOVE_NONE
        results = []
        for a, b in generate_valid_moves(state, who):
            nxt = breakthrough.make_move(state, a, b, who, in_place=False)
            results.append((-search(nxt, ply + 1, who.get_opponent())[0], (a, b)))
        return min(results)
    value, mv = search(board, depth, current_player)
    return (value if current_player == breakthrough.Player.BLACK else -value), mv
