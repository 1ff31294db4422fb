"""a pawn may also capture straight ahead"""
#: fails = 2.1
def generate_valid_moves(board, current_player):
    black = current_player == breakthrough.Player.BLACK
    me, step = ('B', 1) if black else ('W', -1)
    result = []
    for r in range(breakthrough.ROW):
        for c in range(breakthrough.COL):
            if board[r][c] == me and 0 <= r + step < breakthrough.ROW:
                for cc in range(max(0, c - 1), min(5, c + 1) + 1):
                    if board[r + step][cc] != me:
                        result.append(((r, c), (r + step, cc)))
    return result
