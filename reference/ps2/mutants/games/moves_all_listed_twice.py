"""Every move is listed twice."""
#: fails = 2.1/*

import breakthrough


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    cells = [(r, c) for r in range(6) for c in range(6)]
    moves = [((r, c), (r + step, c + d)) for r, c in cells for d in (-1, 0, 1)]
    return 2 * [m for m in moves if breakthrough.is_valid_move(board, *m, current_player)]
