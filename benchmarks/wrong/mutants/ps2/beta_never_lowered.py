"""White does not lower beta: Black's nodes are never cut by what White has"""
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
        if black and s > best:
            best, best_move = s, (src, dst)
            alpha = max(alpha, s)
        if not black and s < best:
            best, best_move = s, (src, dst)
        if alpha >= beta:
            break
    return best, best_move
