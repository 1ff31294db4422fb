"""Names that nobody guesses; hints say which function is which."""
# grade: result = throw_in
# grade: actions = which_columns_are_free
# grade: terminal = finito
# grade: utility = worth_of
# grade: empty_board = nothing_yet
# grade: alpha_beta_search = think_hard
# grade: visualize = look
# grade: random_player = dice

import numpy as np
import random as rnd


def nothing_yet(h=6, w=7):
    return np.array([[" "] * w for _ in range(h)])


def which_columns_are_free(b):
    return {c for c in range(b.shape[1]) if " " in b[:, c]}


def throw_in(player, b, column):
    b = b.copy()
    column_cells = b[:, column]
    column_cells[(column_cells == " ").sum() - 1] = player
    return b


def row_of_four(b, p):
    spots = {(i, j) for i, j in zip(*np.where(b == p))}
    return any(
        {(i + k * di, j + k * dj) for k in range(4)} <= spots
        for i, j in spots
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def finito(b):
    return int(row_of_four(b, "x") or row_of_four(b, "o") or " " not in b)


def worth_of(player, b):
    foe = "xo".replace(player, "")
    return int(row_of_four(b, player)) - int(row_of_four(b, foe))


def look(b):
    print(*("".join(r) for r in b), sep="\n")


def dice(b, player="x"):
    return rnd.choice(sorted(which_columns_are_free(b)))


def think_hard(b, player="x", alpha=-1, beta=1):
    """fail hard negamax; returns column and value"""
    if finito(b):
        return None, worth_of(player, b)
    best = None
    foe = "xo".replace(player, "")
    for c in sorted(which_columns_are_free(b)):
        v = -think_hard(throw_in(player, b, c), foe, -beta, -alpha)[1]
        if best is None or v > alpha:
            best = c
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best, alpha
