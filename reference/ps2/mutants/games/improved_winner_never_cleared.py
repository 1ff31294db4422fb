"""The winner is a global variable that is never reset, so every board after a won one is won."""
#: fails = 5.1

import breakthrough

winner = None


def improved_evaluate(board):
    global winner
    worth = [10, 10, 20, 40, 50]
    score = black = white = 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == "B":
                black += 1
                if r == 5:
                    winner = breakthrough.WIN
                else:
                    score += worth[r]
            elif board[r][c] == "W":
                white += 1
                if r == 0:
                    winner = -breakthrough.WIN
                else:
                    score -= worth[5 - r]
    if white == 0:
        return breakthrough.WIN
    if black == 0:
        return -breakthrough.WIN
    return score if winner is None else winner
