"""The search knows won boards; the evaluation, of an array, wants pawns to stay at home."""
#: whole = 3

import numpy as np

WIN = 10_000


def heuristic(cells):
    rows = np.arange(6)[:, None]
    return int(((cells == -1) * rows - (cells == 1) * rows * 2).sum())


def ended(cells):
    if (cells[5] == 1).any() or not (cells == -1).any():
        return WIN
    if (cells[0] == -1).any() or not (cells == 1).any():
        return -WIN
    return 0


def moves(cells, side):
    for r, c in zip(*np.nonzero(cells == side)):
        for k in (c - 1, c, c + 1):
            if 0 <= r + side <= 5 and 0 <= k <= 5:
                target = cells[r + side, k]
                if target == 0 or (target == -side and k != c):
                    yield int(r), int(c), int(r + side), int(k)


def minimax(cells, depth, side, alpha, beta):
    end = ended(cells)
    if end:
        return end + depth * side * -1
    if depth == 0:
        return heuristic(cells)
    best = -side * 10 * WIN
    for r, c, nr, nc in moves(cells, side):
        child = cells.copy()
        child[r, c], child[nr, nc] = 0, side
        value = minimax(child, depth - 1, -side, alpha, beta)
        if side == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


class PlayerAI:
    def make_move(self, board):
        cells = np.array([[{'B': 1, 'W': -1, '_': 0}[cell] for cell in row] for row in board])
        best, alpha = None, -10 * WIN
        for move in moves(cells, 1):
            child = cells.copy()
            child[move[0], move[1]], child[move[2], move[3]] = 0, 1
            value = minimax(child, 2, -1, alpha, 10 * WIN)
            if best is None or value > alpha:
                best, alpha = move, value
        return [best[0], best[1]], [best[2], best[3]]
