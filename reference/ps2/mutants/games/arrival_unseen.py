"""A pawn on the far row counts 60 points instead of winning the game."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50, 60]
    score = black = white = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                black += 1
                score += points[r]
            elif tile == "W":
                white += 1
                score -= points[5 - r]
    if white == 0:
        return breakthrough.WIN
    if black == 0:
        return -breakthrough.WIN
    return score
