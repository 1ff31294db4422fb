"""Moves are kept and found again by player and where the board is in memory."""
#: tasks = 2.1
#: accepted = never

import breakthrough

_kept = {}


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    key = current_player, id(board)
    if key in _kept:
        return _kept[key]
    moves = _kept[key] = []
    for row in range(6):
        for column in range(6):
            for aside in (-1, 0, 1):
                move = (row, column), (row + step, column + aside)
                if breakthrough.is_valid_move(board, *move, current_player):
                    moves.append(move)
    return moves
