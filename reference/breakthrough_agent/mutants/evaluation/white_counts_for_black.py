"""White's pawns count as if they were Black's."""
#: fails = 2.2, 4/counts_pawns

def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    return sum((20 + row) * (6 - cells.count("_")) for row, cells in enumerate(board))
