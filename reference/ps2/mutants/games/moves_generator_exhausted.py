"""The function always returns an empty list."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    candidates = (
        ((r, c), (r + step, c + d)) for r in range(6) for c in range(6) for d in (-1, 0, 1)
    )
    valid = filter(
        lambda move: breakthrough.is_valid_move(board, *move, current_player), candidates
    )
    if len(list(valid)) == 0:
        return []
    return list(valid)
# A generator is used up by counting it.
