"""Pawns are taken off the given board once their moves are listed."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    tile, step = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    moves = []
    for r in range(6):
        for c in range(6):
            if board[r][c] != tile:
                continue
            for dc in (-1, 0, 1):
                if breakthrough.is_valid_move(board, (r, c), (r + step, c + dc), current_player):
                    moves.append(((r, c), (r + step, c + dc)))
            board[r][c] = "_"
    return moves
