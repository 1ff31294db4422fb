def evaluate(board):
    black, white = (sum(row.count(pawn) for row in board) for pawn in "BW")
    if "W" in board[0]:
        return -breakthrough.WIN
    if "B" in board[5] or not white:
        return breakthrough.WIN
    return black - white if black else -breakthrough.WIN
