"""The last column is left out."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50]
    b_score = w_score = b_count = w_count = 0
    for i in range(6):
        for j in range(5):
            piece = board[i][j]
            if piece == "B":
                if i == 5:
                    return breakthrough.WIN
                b_count += 1
                b_score += points[i]
            elif piece == "W":
                if i == 0:
                    return -breakthrough.WIN
                w_count += 1
                w_score += points[5 - i]
    if w_count == 0:
        return breakthrough.WIN
    if b_count == 0:
        return -breakthrough.WIN
    return b_score - w_score
