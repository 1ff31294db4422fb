# The recommended names and signatures for the Connect 4 notebook, most of them not written yet.
#
# A board is a NumPy array of characters with the top row first: " " is empty, the players are "x"
# and "o", and x moves first. A column is a number from 0, on the left. Everything has to work on
# boards of different sizes.
#
# Other names, orders of arguments and kinds of answers are found out, too. Where that does not
# work, a comment says which of your functions is meant:
#
#     # grade: alpha_beta_search = my_search

import numpy as np


# Task 2: game environment and random agent


def empty_board(shape=(6, 7)):
    """Gives a board without discs, of `shape` = (rows, columns)."""
    return np.full(shape=shape, fill_value=" ")


def actions(board):
    """Lists the columns that are not full."""
    raise NotImplementedError


def result(board, player, action):
    """Gives the board after `player` has dropped a disc into column `action`, as a new array."""
    raise NotImplementedError


def terminal(board):
    """Says whether the game is over: True or False."""
    raise NotImplementedError


def utility(board, player="x"):
    """Gives 1 if `player` has won, -1 if the opponent has, and 0 otherwise."""
    raise NotImplementedError


def visualize(board):
    """Prints the board."""
    raise NotImplementedError


def random_player(board, player="x"):
    """Chooses a column at random."""
    raise NotImplementedError


# Task 3: minimax search with alpha-beta pruning


def alpha_beta_search(board, player="x"):
    """Gives (value, column): what `player`, who moves, reaches, and by which move."""
    raise NotImplementedError


def ordered_search(board, player="x"):
    """Gives the same with move ordering."""
    raise NotImplementedError


# Task 4: heuristic alpha-beta tree search


def evaluate(board, player="x"):
    """Says how good the board is for `player`: the higher, the better."""
    raise NotImplementedError


def cutoff_search(board, player="x", cutoff=4):
    """Gives (value, column) after looking `cutoff` plies ahead."""
    raise NotImplementedError


def forward_pruning_search(board, player="x", cutoff=4):
    """Gives the same, without looking at moves that seem bad after a shallow search."""
    raise NotImplementedError


def agent(board, player="x"):
    """Chooses a column. This is who plays matches and tournaments."""
    raise NotImplementedError


# Graduate students: pure Monte Carlo search and best first move


def monte_carlo_search(board, player="x", playouts=100):
    """Chooses the column that does best in `playouts` random games each."""
    raise NotImplementedError


def best_first_move():
    """Chooses the column in which to begin on the usual board."""
    raise NotImplementedError
