# The recommended template: names and parameters that the grader finds without looking for them.
# Other names and conventions are found as well, and named in the report.

import numpy as np


def empty_board(shape=(6, 7)):
    """A character array of ' ', 'x' and 'o', the top row first."""
    return np.full(shape=shape, fill_value=" ")


# Task 2


def actions(board):
    """The columns that can be played, as numbers from 0."""
    raise NotImplementedError


def result(board, player, action):
    """The board after `player` has dropped a disc into the column `action`."""
    raise NotImplementedError


def terminal(board):
    """Whether the game is over."""
    raise NotImplementedError


def utility(board, player="x"):
    """1 if `player` has won, -1 if it has lost, 0 for a draw."""
    raise NotImplementedError


def visualize(board):
    """Prints or draws the board."""
    raise NotImplementedError


def random_player(board, player="x"):
    """A column, drawn at random."""
    raise NotImplementedError


# Task 3


def alpha_beta_search(board, player="x"):
    """The value of the board for `player`, whose move it is, and the best column."""
    raise NotImplementedError


def ordered_search(board, player="x"):
    """The same, with moves looked at in a better order."""
    raise NotImplementedError


# Task 4


def evaluate(board, player="x"):
    """How good the board looks for `player`: the higher, the better."""
    raise NotImplementedError


def cutoff_search(board, player="x", cutoff=4):
    """A value and a column, by a search that looks `cutoff` plies ahead."""
    raise NotImplementedError


def forward_pruning_search(board, player="x", cutoff=4):
    """The same, with moves left out that a shallow search finds bad."""
    raise NotImplementedError


def agent(board, player="x"):
    """The column that your best agent plays: this is who plays in the tournament."""
    raise NotImplementedError


# Graduate student advanced task


def monte_carlo_search(board, player="x", playouts=100):
    """The best column according to random games, `playouts` of them in all."""
    raise NotImplementedError


def best_first_move():
    """The best column on an empty board of 6 rows and 7 columns."""
    raise NotImplementedError
