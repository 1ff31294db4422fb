"""The loop stops after the first move of every position."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        opponent = current_player.get_opponent()
        score, _ = minimax_alpha_beta(
            child, depth + 1, max_depth, alpha, beta, opponent, generate_valid_moves
        )
        if black:
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
        else:
            if score < best:
                best, best_move = score, move
            beta = min(beta, best)
        if alpha <= beta:
            break
    return best, best_move
# The comparison is the wrong way round: it prunes while alpha is below beta.
