"""both sides move towards row 5"""
#: fails = 2.1
def generate_valid_moves(board, current_player):
    me = "B" if current_player == breakthrough.Player.BLACK else "W"
    moves = []
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell != me or i == 5:
                continue
            for k in [-1, 0, 1]:
                if 0 <= j + k < 6:
                    target = board[i + 1][j + k]
                    if target == "_" or (k != 0 and target != me):
                        moves.append(((i, j), (i + 1, j + k)))
    return moves
