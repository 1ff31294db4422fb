"""The given board is reversed for White and not turned back."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    own, other = "B", "W"
    last = breakthrough.ROW - 1
    black = current_player == breakthrough.Player.BLACK
    if not black:
        own, other = other, own
        board.reverse()
    moves = []
    for r in range(last):
        for c in range(breakthrough.COL):
            if board[r][c] != own:
                continue
            for aside in (-1, 0, 1):
                if not 0 <= c + aside < breakthrough.COL:
                    continue
                target = board[r + 1][c + aside]
                if target == "_" or (aside and target == other):
                    start, end = (r, r + 1) if black else (last - r, last - r - 1)
                    moves.append(((start, c), (end, c + aside)))
    return moves
