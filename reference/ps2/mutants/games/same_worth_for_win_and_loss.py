"""The absolute difference is returned, which does not say who is ahead."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    result = evaluate(board)
    if abs(result) == breakthrough.WIN:
        return result
    points = [10, 10, 20, 40, 50, 0]
    total = 0
    for r in range(6):
        total += points[r] * board[r].count("B") - points[5 - r] * board[r].count("W")
    return abs(total)
