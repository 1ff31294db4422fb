"""Moves are cached by board alone, so White gets Black's moves on the same board."""
#: fails = 2.1

import breakthrough

known = {}


def generate_valid_moves(board, current_player):
    key = str(board)
    if key not in known:
        step = 1 if current_player == breakthrough.Player.BLACK else -1
        known[key] = [
            ((row, column), (row + step, column + aside))
            for row in range(breakthrough.ROW)
            for column in range(breakthrough.COL)
            for aside in (-1, 0, 1)
            if breakthrough.is_valid_move(
                board, (row, column), (row + step, column + aside), current_player
            )
        ]
    return known[key]
