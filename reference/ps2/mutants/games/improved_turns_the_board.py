"""The given board is reversed to count White's pawns and not turned back."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    if abs(evaluate(board)) == breakthrough.WIN:
        return evaluate(board)
    worth = (10, 10, 20, 40, 50)
    total = sum(worth[r] for r, row in enumerate(board) for cell in row if cell == "B")
    board.reverse()
    return total - sum(worth[r] for r, row in enumerate(board) for cell in row if cell == "W")
