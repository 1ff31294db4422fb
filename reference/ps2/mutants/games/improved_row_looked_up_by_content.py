"""Of two equal rows, the first one's number is taken for both."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    if abs(evaluate(board)) == breakthrough.WIN:
        return evaluate(board)
    worth = (10, 10, 20, 40, 50)
    total = 0
    for row in board:
        number = board.index(row)
        for cell in row:
            if cell == "B":
                total += worth[number]
            elif cell == "W":
                total -= worth[breakthrough.ROW - 1 - number]
    return total
# The row number is looked up with board.index(row).
