"""The diagonal to the right is left out."""
#: fails = 2.1

import itertools

import breakthrough


def generate_valid_moves(board, current_player):
    result = []
    for src in itertools.product(range(6), range(6)):
        ahead = src[0] + (1 if current_player is breakthrough.Player.BLACK else -1)
        for dst in ((ahead, src[1] - 1), (ahead, src[1])):
            if breakthrough.is_valid_move(board, src, dst, current_player):
                result.append((src, dst))
    return result
