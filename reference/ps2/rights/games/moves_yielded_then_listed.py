"""A generator finds the moves, and the function lists them as a tuple."""

from itertools import product

import breakthrough


def find(board, player):
    step = {breakthrough.Player.BLACK: 1, breakthrough.Player.WHITE: -1}[player]
    for r, c in product(range(6), repeat=2):
        if board[r][c] == player.name[0]:
            for to in (c, c - 1, c + 1):
                if breakthrough.is_valid_move(board, (r, c), (r + step, to), player):
                    yield (r, c), (r + step, to)


def generate_valid_moves(board, current_player):
    return tuple(find(board, current_player))
