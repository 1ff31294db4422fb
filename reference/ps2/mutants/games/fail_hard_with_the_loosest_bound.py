"""A cut-off returns the bound of the wrong side."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best_move = breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if black and score > alpha:
            alpha, best_move = score, move
        elif not black and score < beta:
            beta, best_move = score, move
        if alpha >= beta:
            return (beta if not black else -breakthrough.INF), best_move
    return (alpha if black else beta), best_move
