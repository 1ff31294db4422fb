"""A win for Black scores 50 instead of WIN."""
#: fails = 5.1/handout_boards, 5.1/arrivals, 5.1/no_pawns_left

import breakthrough


def improved_evaluate(board):
    points = [10, 10, 20, 40, 50]
    score = black = white = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                if r == 5:
                    return 50
                black += 1
                score += points[r]
            elif tile == "W":
                if r == 0:
                    return -breakthrough.WIN
                white += 1
                score -= points[5 - r]
    if white == 0:
        return 50
    if black == 0:
        return -breakthrough.WIN
    return score
