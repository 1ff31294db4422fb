"""An agent that plays at random."""

import numpy as np


def random_player(board, player="x"):
    """One of the actions, each as likely as the others."""
    return np.random.choice(actions(board))
