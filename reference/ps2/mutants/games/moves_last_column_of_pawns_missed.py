"""Pawns on the last column are not seen."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    moves = []
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    for r in range(breakthrough.ROW):
        for c in range(breakthrough.COL - 1):
            for dc in (-1, 0, 1):
                src, dst = (r, c), (r + step, c + dc)
                if breakthrough.is_valid_move(board, src, dst, current_player):
                    moves.append((src, dst))
    return moves
# The loop over the columns ends too early.
