"""The evaluation is drawn at random."""
#: fails = 3, 4/*, 2.2

import random


def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    return random.randint(-100, 100)
