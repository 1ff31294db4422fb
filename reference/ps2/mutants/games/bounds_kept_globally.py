"""Alpha and beta are global variables, so the bounds of one subtree still apply in the next."""
#: fails = 4.1

import breakthrough

low, high = -breakthrough.INF, breakthrough.INF


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    global low, high
    if depth == 0:
        low, high = alpha, beta
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            low,
            high,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if black and score > best:
            best, best_move = score, move
            low = max(low, best)
        elif not black and score < best:
            best, best_move = score, move
            high = min(high, best)
        if low >= high:
            break
    return best, best_move
