"""the comparison is turned round: it stops after the first move"""
#: fails = 4.1
def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    maximizing = current_player == breakthrough.Player.BLACK
    value = -breakthrough.INF if maximizing else breakthrough.INF
    choice = breakthrough.MOVE_NONE
    for mv in generate_valid_moves(board, current_player):
        nxt = breakthrough.make_move(board, mv[0], mv[1], current_player, False)
        v = minimax_alpha_beta(nxt, depth + 1, max_depth, alpha, beta, current_player.get_opponent(), generate_valid_moves)[0]
        if maximizing:
            if v > value:
                value, choice = v, mv
            alpha = max(alpha, value)
        else:
            if v < value:
                value, choice = v, mv
            beta = min(beta, value)
        if beta >= alpha:
            break
    return value, choice
