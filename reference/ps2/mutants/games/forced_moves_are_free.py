"""A move that is the only one does not count as a ply, so the search looks too far ahead."""
#: fails = 3.1, 3.2, 4.1, 4.2

import breakthrough as bt

BLACK = bt.Player.BLACK


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth >= max_depth or bt.is_game_over(board):
        return evaluate(board), bt.MOVE_NONE
    black = current_player == BLACK
    best, best_move = (-bt.INF if black else bt.INF), bt.MOVE_NONE
    moves = generate_valid_moves(board, current_player)
    extended = max_depth + (len(moves) == 1 and depth > 0)
    for move in moves:
        child = bt.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(child, depth + 1, extended, alpha, beta, current_player.get_opponent(), generate_valid_moves)
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return minimax_alpha_beta(board, depth, max_depth, -bt.INF, bt.INF, current_player, generate_valid_moves)


negamax, negamax_alpha_beta = minimax, minimax_alpha_beta

