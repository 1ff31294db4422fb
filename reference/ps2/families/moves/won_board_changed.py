"""A board on which a pawn has arrived is changed."""
#: tasks = 5.1
#: accepted = never

import breakthrough


def improved_evaluate(board):
    worth = 10, 10, 20, 40, 50
    score = black = white = 0
    for row in range(6):
        for column in range(6):
            if board[row][column] == "B":
                if row == 5:
                    board[row][column] = "_"
                    return breakthrough.WIN
                black += 1
                score += worth[row]
            elif board[row][column] == "W":
                if row == 0:
                    board[row][column] = "_"
                    return -breakthrough.WIN
                white += 1
                score -= worth[5 - row]
    if white == 0:
        return breakthrough.WIN
    if black == 0:
        return -breakthrough.WIN
    return score
