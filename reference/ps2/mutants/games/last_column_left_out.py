"""The last column is left out."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    result = evaluate(board)
    if abs(result) == breakthrough.WIN:
        return result
    points = [10, 10, 20, 40, 50]
    total = 0
    for r in range(6):
        for c in range(5):
            if board[r][c] == "B":
                total += points[r]
            if board[r][c] == "W":
                total -= points[5 - r]
    return total
