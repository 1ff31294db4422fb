"""Black's own pawns do not count."""
#: fails = 2.2, 4/*

def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    return -sum((25 - row) * cells.count("W") for row, cells in enumerate(board))
