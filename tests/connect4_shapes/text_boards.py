# # Adversarial Search: Playing Connect 4
# %%
import math
import random
from collections import namedtuple

EMPTY = "."
Board = namedtuple("Board", ["cells", "rows", "cols"])

def new_board(rows=6, cols=7):
    return Board(EMPTY * (rows * cols), rows, cols)

def from_numpy(arr):
    return Board("".join(EMPTY if c == " " else c for c in arr.flatten()), *arr.shape)

def show(b):
    for r in range(b.rows):
        print(b.cells[r * b.cols : (r + 1) * b.cols])

def avail(b):
    return [c for c in range(b.cols) if b.cells[c] == EMPTY]

def put(b, col, player):
    i = (b.rows - 1) * b.cols + col
    while b.cells[i] != EMPTY:
        i -= b.cols
    return b._replace(cells=b.cells[:i] + player + b.cells[i + 1 :])

def nxt(player):
    return "o" if player == "x" else "x"

def winner(b):
    """'x', 'o', 'draw' or None"""
    for r in range(b.rows):
        for c in range(b.cols):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * dr < b.rows and 0 <= c + 3 * dc < b.cols:
                    four = {b.cells[(r + i * dr) * b.cols + c + i * dc] for i in range(4)}
                    if len(four) == 1 and EMPTY not in four:
                        return four.pop()
    return None if EMPTY in b.cells else "draw"

def utility(b, player):
    return {player: 1, nxt(player): -1}.get(winner(b), 0)

# %%
def random_agent(b, player="x"):
    return random.choice(avail(b))

# %%
def search(b, player, prune=True, order=False):
    """value and column"""
    def value(b, turn, alpha, beta):
        if winner(b):
            return utility(b, turn), None
        columns, best, move = avail(b), -math.inf, None
        if order:
            columns.sort(key=lambda c: abs(2 * c - b.cols + 1))
        for c in columns:
            v = -value(put(b, c, turn), nxt(turn), -beta, -alpha)[0]
            if v > best:
                best, move = v, c
            alpha = max(alpha, best)
            if prune and alpha >= beta:
                break
        return best, move
    return value(b, player, -math.inf, math.inf)

# %%
def heuristic(b, player):
    total = 0
    for r in range(b.rows):
        for c in range(b.cols):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * dr < b.rows and 0 <= c + 3 * dc < b.cols:
                    four = [b.cells[(r + i * dr) * b.cols + c + i * dc] for i in range(4)]
                    if nxt(player) not in four:
                        total += four.count(player) ** 2
                    if player not in four:
                        total -= four.count(nxt(player)) ** 2
    return total / 1000

def cutoff_search(b, player, max_depth=3):
    def value(b, turn, depth, alpha, beta):
        if winner(b):
            return utility(b, turn), None
        if depth == max_depth:
            return heuristic(b, turn), None
        best, move = -math.inf, None
        for c in avail(b):
            v = -value(put(b, c, turn), nxt(turn), depth + 1, -beta, -alpha)[0]
            if v > best:
                best, move = v, c
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, move
    return value(b, player, 0, -math.inf, math.inf)
