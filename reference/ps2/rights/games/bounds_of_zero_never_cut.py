"""A bound of 0 counts as none, and does not cut off; all other bounds do."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = None, breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        score, _ = minimax_alpha_beta(
            breakthrough.make_move(board, *move, current_player, in_place=False),
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if best is None or (score > best if black else score < best):
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha and beta and alpha >= beta:
            break
    return best, best_move
