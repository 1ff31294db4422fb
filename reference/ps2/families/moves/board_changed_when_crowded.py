"""A board with more than SIZE moves is changed."""
#: tasks = 2.1
#: sizes = 4, 8, 12, 16, 20, 24
#: accepted = from 24
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
    if len(moves) > SIZE:
        board[0][0] = "_" if board[0][0] != "_" else "B"
    return moves
