"""Pawns also capture straight ahead."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    moves = []
    if current_player == breakthrough.Player.BLACK:
        me, direction = "B", 1
    else:
        me, direction = "W", -1
    for row in reversed(range(6)):
        for col in reversed(range(6)):
            if board[row][col] != me:
                continue
            for side in (1, 0, -1):
                to = (row + direction, col + side)
                if 0 <= to[0] <= 5 and 0 <= to[1] <= 5 and board[to[0]][to[1]] != me:
                    moves.append([[row, col], [to[0], to[1]]])
    return moves
