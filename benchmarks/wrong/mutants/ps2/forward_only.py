"""diagonal moves without a capture are forgotten"""
#: fails = 2.1
def generate_valid_moves(board, current_player):
    moves = []
    if current_player == breakthrough.Player.BLACK:
        own, other, d = 'B', 'W', 1
    else:
        own, other, d = 'W', 'B', -1
    for r in range(6):
        for c in range(6):
            if board[r][c] == own:
                nr = r + d
                if nr < 0 or nr > 5:
                    continue
                if board[nr][c] == '_':
                    moves.append(((r, c), (nr, c)))
                for nc in (c - 1, c + 1):
                    if 0 <= nc <= 5 and board[nr][nc] == other:
                        moves.append(((r, c), (nr, nc)))
    return moves
