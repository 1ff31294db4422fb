"""Of two equal rows, the first one's number is taken for both."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    moves = []
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    for row in board:
        number = board.index(row)
        for column in range(breakthrough.COL):
            for aside in (-1, 0, 1):
                move = (number, column), (number + step, column + aside)
                if breakthrough.is_valid_move(board, *move, current_player):
                    if move not in moves:
                        moves.append(move)
    return moves
# The row number is looked up with board.index(row).
