"""Boards are lists of lists of underscores, and the searches return (column, value)."""

from copy import deepcopy
from random import choice, seed


def make_board(size=(6, 7)):
    rows, cols = size
    return [["_" for _ in range(cols)] for _ in range(rows)]


def legal_moves(b):
    return [j for j in range(len(b[0])) if b[0][j] == "_"]


def drop(b, col, player="x"):
    c = deepcopy(b)
    i = len(c) - 1
    while c[i][col] != "_":
        i -= 1
    c[i][col] = player
    return c


def four(b, p):
    R, C = len(b), len(b[0])
    def at(i, j):
        return 0 <= i < R and 0 <= j < C and b[i][j] == p
    return any(
        all(at(i + k * a, j + k * d) for k in range(4))
        for i in range(R) for j in range(C) for a, d in [(0, 1), (1, 0), (1, 1), (-1, 1)]
    )


def check_win(b):
    "returns (is it over, who won)"
    for p in ("x", "o"):
        if four(b, p):
            return True, p
    return len(legal_moves(b)) == 0, None


def payoff(b, player):
    over, who = check_win(b)
    if not over:
        return None
    if who is None:
        return 0
    return 1 if who == player else -1


def draw_board(b):
    print("\n".join(" ".join(row) for row in b))


def random_agent(b, player="x"):
    return choice(legal_moves(b))


OTHER = {"x": "o", "o": "x"}


def ab_search(b, player="x"):
    "negamax"
    def value(b, p, lo, hi):
        u = payoff(b, p)
        if u is not None:
            return u
        for m in legal_moves(b):
            lo = max(lo, -value(drop(b, m, p), OTHER[p], -hi, -lo))
            if lo >= hi:
                return lo
        return lo

    best, move = -2, None
    for m in legal_moves(b):
        v = -value(drop(b, m, player), OTHER[player], -2, -best)
        if v > best:
            best, move = v, m
    return move, best


def pmcs(b, player="x", N=100):
    rates = {}
    for m in legal_moves(b):
        total = 0
        for _ in range(N):
            g, p = drop(b, m, player), OTHER[player]
            while payoff(g, player) is None:
                g, p = drop(g, choice(legal_moves(g)), p), OTHER[p]
            total += payoff(g, player)
        rates[m] = total / N
    return max(rates, key=rates.get)
