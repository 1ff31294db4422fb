"""White's pawns do not count."""
#: fails = 4/*

def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    return sum((20 + row) * cells.count("B") for row, cells in enumerate(board))
