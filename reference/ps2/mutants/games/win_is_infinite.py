"""A win scores INF instead of WIN."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50]
    score = black = white = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                if r == 5:
                    return breakthrough.INF
                black += 1
                score += points[r]
            elif tile == "W":
                if r == 0:
                    return -breakthrough.INF
                white += 1
                score -= points[5 - r]
    if white == 0:
        return breakthrough.INF
    if black == 0:
        return -breakthrough.INF
    return score
