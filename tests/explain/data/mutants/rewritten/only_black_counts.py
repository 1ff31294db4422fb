"""Only Black's pawns are counted."""
#: fails = 5.1

import breakthrough

VALUES = {0: 10, 1: 10, 2: 20, 3: 40, 4: 50}


def improved_evaluate(board):
    if any(cell == "W" for cell in board[0]):
        return -breakthrough.WIN
    if any(cell == "B" for cell in board[5]):
        return breakthrough.WIN
    blacks = sum(row.count("B") for row in board)
    whites = sum(row.count("W") for row in board)
    if whites == 0:
        return breakthrough.WIN
    if blacks == 0:
        return -breakthrough.WIN
    total = 0
    for r in range(5):
        total += board[r].count("B") * VALUES[r]
    return total
