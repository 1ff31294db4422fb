"""A pawn that arrives with the next move, or cannot be kept from it, needs no search."""

import breakthrough as bt

BLACK = bt.Player.BLACK


def _search(board, left, alpha, beta, player, gen):
    if left == 0 or bt.is_game_over(board):
        return evaluate(board), bt.MOVE_NONE
    black = player == BLACK
    moves = gen(board, player)
    far, near, other, win = (5, 1, "W", bt.WIN) if black else (0, 4, "B", -bt.WIN)
    for move in moves:
        if move[1][0] == far:
            return win, move
    if left >= 2 and sum(row.count(other) for row in board) > 1:
        threats = [(near, c) for c in range(6) if board[near][c] == other]
        caught = [move for move in moves if move[1] in threats]
        if len(threats) > 1 or (threats and not caught):
            return -win, moves[0]
    best, best_move = (-bt.INF if black else bt.INF), bt.MOVE_NONE
    for move in moves:
        child = bt.make_move(board, *move, player, in_place=False)
        score, _ = _search(child, left - 1, alpha, beta, player.get_opponent(), gen)
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return _search(board, max_depth - depth, alpha, beta, current_player, generate_valid_moves)


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return _search(board, max_depth - depth, -bt.INF, bt.INF, current_player, generate_valid_moves)
