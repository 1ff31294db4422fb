"""The list of moves is global and never emptied, so moves of earlier calls stay in it."""
#: fails = 2.1

import breakthrough

moves = []


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    for row in range(breakthrough.ROW):
        for column in range(breakthrough.COL):
            for aside in (-1, 0, 1):
                move = (row, column), (row + step, column + aside)
                if breakthrough.is_valid_move(board, *move, current_player):
                    moves.append(move)
    return moves
