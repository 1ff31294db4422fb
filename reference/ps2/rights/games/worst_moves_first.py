"""Moves are sorted the wrong way round, so that the worst come first; the cut-offs are right."""

import breakthrough


def ordered(board, player, generate_valid_moves):
    def worth(move):
        return evaluate(breakthrough.make_move(board, *move, player, in_place=False))

    backwards = player == breakthrough.Player.WHITE
    return sorted(generate_valid_moves(board, player), key=worth, reverse=backwards)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in ordered(board, current_player, generate_valid_moves):
        score, _ = minimax_alpha_beta(
            breakthrough.make_move(board, *move, current_player, in_place=False),
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move
