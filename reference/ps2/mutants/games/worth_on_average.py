"""The points of each side are divided by its number of pawns."""
#: fails = 5.1

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50]
    score = gained = lost = black = white = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                if r == 5:
                    return breakthrough.WIN
                black += 1
                gained += points[r]
            elif tile == "W":
                if r == 0:
                    return -breakthrough.WIN
                white += 1
                lost += points[5 - r]
    if white == 0:
        return breakthrough.WIN
    if black == 0:
        return -breakthrough.WIN
    return gained / black - lost / white
