"""Moves are found for Black only; for White the board is turned upside down."""

import breakthrough


def blacks_moves(board):
    found = []
    for r in range(5):
        for c in range(6):
            if board[r][c] == "B":
                if board[r + 1][c] == "_":
                    found.append(((r, c), (r + 1, c)))
                for to in (c - 1, c + 1):
                    if 0 <= to <= 5 and board[r + 1][to] in "W_":
                        found.append(((r, c), (r + 1, to)))
    return found


def generate_valid_moves(board, current_player):
    if current_player == breakthrough.Player.BLACK:
        return blacks_moves(board)
    colours = {"B": "W", "W": "B", "_": "_"}
    turned = [[colours[tile] for tile in row] for row in reversed(board)]
    return [((5 - r, c), (5 - to_r, to_c)) for (r, c), (to_r, to_c) in blacks_moves(turned)]
