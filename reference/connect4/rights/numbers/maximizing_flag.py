"""The search is told by a flag whether player 1, who maximizes, is to move."""
#: whole = 2.1, 2.2, 2.3, 2.5, 2.6, 3.1, 4.2, 4.4

import numpy as np


def make_board(shape=(6, 7)):
    return np.zeros(shape, dtype=int)


def valid_moves(grid):
    cols = []
    for c in range(grid.shape[1]):
        if 0 in grid[:, c]:
            cols.append(c)
    return cols


def place(grid, col, mark):
    new = grid.copy()
    r = 0
    while r + 1 < new.shape[0] and new[r + 1, col] == 0:
        r += 1
    new[r, col] = mark
    return new


def four_of(grid, mark):
    h, w = grid.shape
    mine = set(zip(*np.nonzero(grid == mark)))
    for r, c in mine:
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            if {(r + dr, c + dc), (r + 2 * dr, c + 2 * dc), (r + 3 * dr, c + 3 * dc)} <= mine:
                return True
    return False


def game_over(grid):
    """1 and -1 for a win, 0 for a draw, 2 if nobody knows yet"""
    if four_of(grid, 1):
        return 1
    if four_of(grid, 2):
        return -1
    return 2 if valid_moves(grid) else 0


def minimax(grid, depth, alpha, beta, maximizing):
    end = game_over(grid)
    if end != 2:
        return None, end
    if depth == 0:
        return None, 0
    best_col = None
    if maximizing:
        best = -9
        for col in valid_moves(grid):
            value = minimax(place(grid, col, 1), depth - 1, alpha, beta, False)[1]
            if value > best:
                best, best_col = value, col
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = 9
        for col in valid_moves(grid):
            value = minimax(place(grid, col, 2), depth - 1, alpha, beta, True)[1]
            if value < best:
                best, best_col = value, col
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best_col, best


def random_agent(grid, mark=1):
    return int(np.random.choice(valid_moves(grid)))


def print_board(grid):
    print(grid)
