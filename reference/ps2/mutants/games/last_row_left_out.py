"""The last row is left out, where White's pawns stand at the start."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    result = evaluate(board)
    if abs(result) == breakthrough.WIN:
        return result
    points = [10, 10, 20, 40, 50, 0]
    total = 0
    for r in range(5):
        total += points[r] * board[r].count("B")
        total -= points[5 - r] * board[r].count("W")
    return total
