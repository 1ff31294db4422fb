"""Values are cut to at most SIZE in size."""
#: tasks = 5.1
#: sizes = 50, 100, 150, 200, 300, 400, 500, 530
#: accepted = from 530
#: because = twelve pawns are worth no more

import breakthrough


def improved_evaluate(board):
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
    return max(-SIZE, min(SIZE, score))
