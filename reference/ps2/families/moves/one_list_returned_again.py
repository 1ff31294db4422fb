"""The list that is returned is kept, and filled anew at the next call."""
#: tasks = 2.1
#: accepted = never

import breakthrough

_moves = []


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    moves = _moves
    moves.clear()
    for row in range(6):
        for column in range(6):
            for aside in (-1, 0, 1):
                move = (row, column), (row + step, column + aside)
                if breakthrough.is_valid_move(board, *move, current_player):
                    moves.append(move)
    return moves
