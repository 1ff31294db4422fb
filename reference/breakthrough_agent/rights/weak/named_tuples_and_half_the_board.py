"""Positions are named tuples, bounds a dictionary; the left half of the board counts."""
#: whole = 3

import utils
from functools import lru_cache
from collections import namedtuple

Node = namedtuple("Node", "cells turn move")     # cells: 36-tuple, 1 black, -1 white, 0 free


def make_search(score, depth_max):
    """ Returns a function root -> (value, child). Both players share one function,
        turn is +1 for black (max) and -1 for white (min). """

    def kids(node):
        t = node.turn
        for i in range(36):
            if node.cells[i] != t:
                continue
            row, col = divmod(i, 6)
            row += t
            if not 0 <= row <= 5:
                continue
            for c in (col + 1, col - 1, col):
                if c < 0 or c > 5:
                    continue
                j = 6 * row + c
                if node.cells[j] == t or (c == col and node.cells[j]):
                    continue
                n = list(node.cells)
                n[i], n[j] = 0, t
                yield Node(tuple(n), -t, (i, j))

    @lru_cache(maxsize=None)
    def ended(cells):
        return 1 in cells[30:] or -1 in cells[:6] or 1 not in cells or -1 not in cells

    def go(node, d, bounds):
        if d == depth_max or ended(node.cells):
            return score(node.cells), None
        bounds = dict(bounds)                 # every node has bounds of its own
        best = None
        for k in kids(node):
            v = go(k, d + 1, bounds)[0]
            if best is None or node.turn * v > node.turn * best[0]:
                best = (v, k)
            if node.turn == 1:
                bounds["lo"] = max(bounds["lo"], best[0])
            else:
                bounds["hi"] = min(bounds["hi"], best[0])
            if bounds["lo"] >= bounds["hi"]:
                break
        return best

    return lambda root: go(root, 0, {"lo": -10 ** 9, "hi": 10 ** 9})


left_half = lambda cells: sum(v * (3 - i % 6) for i, v in enumerate(cells) if i % 6 < 3)


class PlayerAI:
    def __init__(self):
        self.search = make_search(left_half, 3)

    def make_move(self, board):
        code = {"B": 1, "W": -1, "_": 0}
        root = Node(tuple(code[x] for row in board for x in row), 1, None)
        value, child = self.search(root)
        i, j = child.move
        return [i // 6, i % 6], [j // 6, j % 6]
