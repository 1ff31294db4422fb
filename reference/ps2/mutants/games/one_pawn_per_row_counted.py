"""At most one pawn of each colour is counted in a row."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50]
    if "B" in board[5] or not any("W" in row for row in board):
        return breakthrough.WIN
    if "W" in board[0] or not any("B" in row for row in board):
        return -breakthrough.WIN
    black = sum(points[r] for r in range(5) if "B" in board[r])
    white = sum(points[5 - r] for r in range(1, 6) if "W" in board[r])
    return black - white
