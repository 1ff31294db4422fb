"""A pawn counts as a win one row before the far row."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50]
    score = black = white = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                if r >= 4:
                    return breakthrough.WIN
                black += 1
                score += points[r]
            elif tile == "W":
                if r <= 1:
                    return -breakthrough.WIN
                white += 1
                score -= points[5 - r]
    if white == 0:
        return breakthrough.WIN
    if black == 0:
        return -breakthrough.WIN
    return score
