"""alpha and beta are updated and never compared: nothing is pruned"""
#: fails = 4.1
def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best_move = breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.BLACK:
        best = -breakthrough.INF
        for src, dst in generate_valid_moves(board, current_player):
            nb = breakthrough.make_move(board, src, dst, current_player, in_place=False)
            s, _ = minimax_alpha_beta(nb, depth + 1, max_depth, alpha, beta, breakthrough.Player.WHITE, generate_valid_moves)
            if s > best:
                best, best_move = s, (src, dst)
            alpha = max(alpha, best)
    else:
        best = breakthrough.INF
        for src, dst in generate_valid_moves(board, current_player):
            nb = breakthrough.make_move(board, src, dst, current_player, in_place=False)
            s, _ = minimax_alpha_beta(nb, depth + 1, max_depth, alpha, beta, breakthrough.Player.BLACK, generate_valid_moves)
            if s < best:
                best, best_move = s, (src, dst)
            beta = min(beta, best)
    return best, best_move
