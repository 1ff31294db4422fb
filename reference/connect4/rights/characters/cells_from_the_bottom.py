"""A move is a cell on boards with the bottom row first, and searches answer with dictionaries."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.4, 5.1

import numpy as np
import random, time
from math import inf

EMPTY = '-'
enemy = dict(x='o', o='x')


def initial_state(n_rows=6, n_cols=7):
    return np.full((n_rows, n_cols), EMPTY, dtype=np.str_)


def actions(board):
    heights = (board != EMPTY).sum(axis=0)
    return [(int(h), c) for c, h in enumerate(heights) if h < board.shape[0]]


def result(board, player, action):
    assert action in actions(board)
    b = np.array(board)
    b[action] = player
    return b


def four_in_line(mask):
    """Vectorised: AND together four shifted copies of the mask for each direction."""
    n, m = mask.shape
    for dr, dc in [(1, 0), (0, 1), (1, 1), (1, -1)]:
        h, w = n - 3 * abs(dr), m - 3 * abs(dc)
        if h <= 0 or w <= 0:
            continue
        c0 = 3 if dc < 0 else 0
        parts = [mask[i * dr:i * dr + h, c0 + i * dc:c0 + i * dc + w] for i in range(4)]
        if np.logical_and.reduce(parts).any():
            return True
    return False


def winner(board):
    return next((p for p in 'xo' if four_in_line(board == p)), None)


def is_terminal(board):
    return winner(board) is not None or not (board == EMPTY).any()


def utility(board, player='x'):
    w = winner(board)
    return 0 if w is None else 100 if w == player else -100


def draw(board):
    for row in np.flipud(board):
        print(*row)
    print(*[c % 10 for c in range(board.shape[1])], end='\n\n')


def random_agent(board, player='x'):
    return {'action': random.choice(actions(board)), 'value': None}


def game(agents, board):
    """agents = {'x': f, 'o': g}; x starts."""
    p = 'x'
    while not is_terminal(board):
        board = result(board, p, agents[p](board, p)['action'])
        p = enemy[p]
    return winner(board)


def natural(acts, board):
    return acts


def build_minimax(order=natural):
    def minimax_agent(board, player='x'):
        other = enemy[player]

        def final(b, ply):
            u = utility(b, player)
            return u - ply if u > 0 else u + ply if u < 0 else 0

        def max_value(b, alpha, beta, ply):
            if is_terminal(b):
                return final(b, ply), None
            best, arg = -inf, None
            for a in order(actions(b), b):
                v, _ = min_value(result(b, player, a), alpha, beta, ply + 1)
                if v > best:
                    best, arg = v, a
                    alpha = max(alpha, best)
                if best >= beta:
                    break
            return best, arg

        def min_value(b, alpha, beta, ply):
            if is_terminal(b):
                return final(b, ply), None
            best, arg = inf, None
            for a in order(actions(b), b):
                v, _ = max_value(result(b, other, a), alpha, beta, ply + 1)
                if v < best:
                    best, arg = v, a
                    beta = min(beta, best)
                if best <= alpha:
                    break
            return best, arg

        value, action = max_value(board, -inf, inf, 0)
        return {'action': action, 'value': value}
    return minimax_agent


minimax_agent = build_minimax()


def from_picture(*lines):
    """The first line is the top row, as printed."""
    return np.flipud(np.array([list(l) for l in lines])).copy()


def history_ordering():
    score = {}
    def order(acts, board):
        mid = (board.shape[1] - 1) / 2
        return sorted(acts, key=lambda a: (-score.get(a, 0), abs(a[1] - mid)))
    def reward(action):
        score[action] = score.get(action, 0) + 1
    return order, reward


def build_negamax(depth=None, evaluate=None, prune=None):
    """Alpha-beta in negamax form with history ordering, optional cutoff (depth) and forward pruning."""
    def agent(board, player='x'):
        order, reward = history_ordering()

        def search(b, p, alpha, beta, ply, limit, pruning):
            w = winner(b)
            if w is not None:
                return (100 - ply if w == p else ply - 100), None
            acts = actions(b)
            if not acts:
                return 0, None
            if limit is not None and ply >= limit:
                return evaluate(b, p), None
            if pruning and limit - ply > 2:
                acts = pruning(b, p, acts, lambda bb, pp: search(bb, pp, -inf, inf, 0, 1, None)[0])
            best, arg = -inf, None
            for a in order(acts, b):
                v = -search(result(b, p, a), enemy[p], -beta, -alpha, ply + 1, limit, pruning)[0]
                if v > best:
                    best, arg = v, a
                alpha = max(alpha, best)
                if alpha >= beta:
                    reward(a)
                    break
            return best, arg

        value, action = search(board, player, -inf, inf, 0, depth, prune)
        return {'action': action, 'value': value}
    return agent


ordered_agent = build_negamax()


def cell_values(shape):
    v = np.zeros(shape, dtype=int)
    for r in range(shape[0]):
        for c in range(shape[1]):
            for dr, dc in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= i < shape[0] and 0 <= j < shape[1] for i, j in cells):
                    for cell in cells:
                        v[cell] += 1
    return v


_tables = {}


def evaluate(board, player='x'):
    if board.shape not in _tables:
        _tables[board.shape] = cell_values(board.shape)
    v = _tables[board.shape]
    return 50 * float(v[board == player].sum() - v[board == enemy[player]].sum()) / max(1, v.sum())


cutoff_agent = build_negamax(depth=3, evaluate=evaluate)


def margin_pruning(margin):
    """Drop every move whose shallow value is more than margin below the best one."""
    def prune(b, p, acts, shallow):
        vals = {a: -shallow(result(b, p, a), enemy[p]) for a in acts}
        return [a for a in acts if vals[a] >= max(vals.values()) - margin]
    return prune


forward_agent = build_negamax(depth=4, evaluate=evaluate, prune=margin_pruning(2))


def build_pmcs(seconds=None, playouts=None):
    """Stop after a time or after a number of playouts per move."""
    def agent(board, player='x'):
        acts = actions(board)
        total = {a: 0 for a in acts}
        done, start = 0, time.perf_counter()
        while done == 0 or (time.perf_counter() - start < seconds if seconds else done < playouts):
            for a in acts:
                b, p = result(board, player, a), enemy[player]
                while not is_terminal(b):
                    b = result(b, p, random.choice(actions(b)))
                    p = enemy[p]
                total[a] += {None: 0, player: 1, enemy[player]: -1}[winner(b)]
            done += 1
        best = max(acts, key=total.get)
        return {'action': best, 'value': total[best] / done}
    return agent


pmcs_agent = build_pmcs(seconds=0.25)
