"""Of a board that is its own mirror image, moves of the left half are enough."""

import breakthrough as bt

BLACK = bt.Player.BLACK


def _search(board, depth, max_depth, alpha, beta, player, gen, prune):
    if depth == max_depth or bt.is_game_over(board):
        return evaluate(board), bt.MOVE_NONE
    moves = gen(board, player)
    if all(row == row[::-1] for row in board):
        moves = [move for move in moves if move[0][1] < 3]
    black = player == BLACK
    best, best_move = (-bt.INF if black else bt.INF), bt.MOVE_NONE
    for (r, c), (s, d) in moves:
        child = list(board)
        child[r], child[s] = list(board[r]), list(board[s])
        child[s][d], child[r][c] = child[r][c], "_"
        score, _ = _search(child, depth + 1, max_depth, alpha, beta, player.get_opponent(), gen, prune)
        if score > best if black else score < best:
            best, best_move = score, ((r, c), (s, d))
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best, best_move


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return _search(board, depth, max_depth, -bt.INF, bt.INF, current_player, generate_valid_moves, False)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return _search(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves, True)
