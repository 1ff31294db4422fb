"""alpha is never raised, so that almost nothing is cut off"""
#: fails = 4.2
def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def f(board, depth, alpha, beta, player):
        if depth == max_depth or breakthrough.is_game_over(board):
            s = evaluate(board)
            return (s if player == breakthrough.Player.BLACK else -s), breakthrough.MOVE_NONE
        best, move = -breakthrough.INF, breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            s = -f(child, depth + 1, -beta, -alpha, player.get_opponent())[0]
            if s > best:
                best, move = s, (src, dst)
            if best >= beta:
                return best, move
        return best, move
    s, m = f(board, depth, alpha, beta, current_player)
    return (s if current_player == breakthrough.Player.BLACK else -s), m
