"""Every pair of cells is tried: slow, but it needs no thought."""

import itertools

import breakthrough


CELLS = list(itertools.product(range(breakthrough.ROW), range(breakthrough.COL)))


def generate_valid_moves(board, current_player):
    return [
        (src, dst)
        for src, dst in itertools.product(CELLS, repeat=2)
        if breakthrough.is_valid_move(board, src, dst, current_player)
    ]
