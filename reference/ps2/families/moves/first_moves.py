"""Only the first SIZE moves are listed."""
#: tasks = 2.1
#: sizes = 8, 10, 12, 14, 16, 18, 20, 24, 28
#: accepted = from 28
#: because = a board has more moves hardly ever

import breakthrough


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    moves = []
    for row in range(6):
        for column in range(6):
            for aside in (-1, 0, 1):
                move = (row, column), (row + step, column + aside)
                if breakthrough.is_valid_move(board, *move, current_player):
                    moves.append(move)
    return moves[:SIZE]
