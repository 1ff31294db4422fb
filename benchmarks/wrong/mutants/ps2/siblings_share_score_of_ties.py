""">= in place of >: a bound of a cut child replaces the move that is really best"""
#: fails = 4.1
def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        nb = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        s, _ = minimax_alpha_beta(nb, depth + 1, max_depth, alpha, beta, current_player.get_opponent(), generate_valid_moves)
        if black:
            if s >= best:
                best, best_move = s, (src, dst)
            alpha = max(alpha, best)
        else:
            if s <= best:
                best, best_move = s, (src, dst)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, best_move
