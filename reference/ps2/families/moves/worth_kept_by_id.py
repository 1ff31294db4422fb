"""Values are kept and found again by where the board is in memory."""
#: tasks = 5.1
#: accepted = never

import breakthrough

_kept = {}


def value(board):
    worth = 10, 10, 20, 40, 50
    score = black = white = 0
    for row in range(6):
        for column in range(6):
            if board[row][column] == "B":
                if row == 5:
                    return breakthrough.WIN
                black += 1
                score += worth[row]
            elif board[row][column] == "W":
                if row == 0:
                    return -breakthrough.WIN
                white += 1
                score -= worth[5 - row]
    if white == 0:
        return breakthrough.WIN
    if black == 0:
        return -breakthrough.WIN
    return score


def improved_evaluate(board):
    key = id(board)
    if key not in _kept:
        _kept[key] = value(board)
    return _kept[key]
