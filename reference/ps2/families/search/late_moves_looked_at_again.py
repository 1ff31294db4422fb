"""Moves after the first SIZE are searched less deep, and in full only if they look better then."""
#: tasks = 4.1, 4.2
#: sizes = 1, 2, 4, 6, 8, 10, 12, 16, 20
#: accepted = from 20
#: because = a board has more moves hardly ever

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for number, move in enumerate(generate_valid_moves(board, current_player)):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        for limit in (max_depth - 1, max_depth) if number >= SIZE else (max_depth,):
            score, _ = minimax_alpha_beta(
                child,
                depth + 1,
                max(depth + 1, limit),
                alpha,
                beta,
                current_player.get_opponent(),
                generate_valid_moves,
            )
            if score <= alpha if black else score >= beta:
                break
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


negamax_alpha_beta = minimax_alpha_beta
