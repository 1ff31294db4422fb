"""A board on which a pawn can arrive is changed."""
#: tasks = 2.1
#: accepted = never

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
    for (row, column), _ in moves:
        if row + step in (0, 5):
            board[row][column] = "_"
            break
    return moves
