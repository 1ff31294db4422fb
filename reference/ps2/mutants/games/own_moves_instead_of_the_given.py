"""The search uses its own move generator instead of the generate_valid_moves that it is given."""
#: fails = 4.1/pruning_*

import breakthrough


def my_moves(board, player):
    step = 1 if player == breakthrough.Player.BLACK else -1
    cells = [(r, c) for r in range(6) for c in range(6)]
    moves = [((r, c), (r + step, c + d)) for r, c in cells for d in (-1, 0, 1)]
    return [move for move in moves if breakthrough.is_valid_move(board, *move, player)]


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    best_move = breakthrough.MOVE_NONE
    for move in my_moves(board, current_player):
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
        if beta <= alpha:
            break
    return best, best_move
