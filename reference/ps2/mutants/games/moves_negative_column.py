"""The left edge is not checked: pawns move to column -1."""
#: fails = 2.1/whole_games_*, 2.1/edges, 2.1/blocked_and_capturing
#: fails = 2.1/no_pawns, 2.1/board_unchanged

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
                if not (0 <= nr < 6 and nc < 6):
                    continue
                if nc == c and board[nr][nc] == "_":
                    moves.append(((r, c), (nr, nc)))
                elif nc != c and board[nr][nc] != own:
                    moves.append(((r, c), (nr, nc)))
    return moves
# In Python, column -1 is the last one.
