"""The random agent chooses among the first SIZE columns."""
#: tasks = 2.6
#: sizes = 1, 2, 3, 4, 5, 6, 7
#: accepted = from 7
#: because = boards have seven columns as a rule

import random


def random_player(board, player="x"):
    return random.choice(actions(board)[:SIZE])
