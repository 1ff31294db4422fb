"""The total is a global variable that still holds the points of earlier calls."""
#: fails = 5.1

import breakthrough

total = 0


def improved_evaluate(board):
    global total
    worth = (10, 10, 20, 40, 50)
    last = breakthrough.ROW - 1
    black = [r for r, row in enumerate(board) for tile in row if tile == "B"]
    white = [last - r for r, row in enumerate(board) for tile in row if tile == "W"]
    if last in white:
        return -breakthrough.WIN
    if last in black or not white:
        return breakthrough.WIN
    if not black:
        return -breakthrough.WIN
    for steps in black:
        total += worth[steps]
    for steps in white:
        total -= worth[steps]
    return total
