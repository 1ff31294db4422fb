"""After the first blocked cell, a pawn's other moves are left out."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    if current_player == breakthrough.Player.BLACK:
        own, step = "B", 1
    else:
        own, step = "W", -1
    moves = []
    for r in range(6):
        for c in range(6):
            if board[r][c] != own:
                continue
            nr = r + step
            for nc in (c - 1, c, c + 1):
                if not (0 <= nr < 6 and 0 <= nc < 6):
                    continue
                if board[nr][nc] == own or (nc == c and board[nr][nc] != "_"):
                    break
                moves.append(((r, c), (nr, nc)))
    return moves
# break instead of continue.
