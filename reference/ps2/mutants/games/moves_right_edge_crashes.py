"""The right edge is not checked, so a pawn on the last column ends in an IndexError."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    own, step = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    moves = []
    for r in range(6):
        for c in range(6):
            if board[r][c] == own and 0 <= r + step < 6:
                if board[r + step][c] == "_":
                    moves.append(((r, c), (r + step, c)))
                if board[r + step][c + 1] != own:
                    moves.append(((r, c), (r + step, c + 1)))
                if c > 0 and board[r + step][c - 1] != own:
                    moves.append(((r, c), (r + step, c - 1)))
    return moves
