"""Agents deepen, and play games at random, as long as their time lasts."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np
import time
import math
import random

def get_empty_board(nrows=6, ncols=7):
    return np.full((nrows, ncols), '_')

def legal(state):
    return np.nonzero(state[0] == '_')[0]

def play_move(state, col, who):
    s = np.array(state)
    s[(s[:, col] == '_').sum() - 1, col] = who
    return s

def four(state, who):
    m = state == who
    h = m[:, :-3] & m[:, 1:-2] & m[:, 2:-1] & m[:, 3:]
    v = m[:-3] & m[1:-2] & m[2:-1] & m[3:]
    d = m[:-3, :-3] & m[1:-2, 1:-2] & m[2:-1, 2:-1] & m[3:, 3:]
    u = m[3:, :-3] & m[2:-1, 1:-2] & m[1:-2, 2:-1] & m[:-3, 3:]
    return h.any() or v.any() or d.any() or u.any()

def done(state):
    return four(state, 'x') or four(state, 'o') or not (state == '_').any()

def payoff(state, who):
    them = 'xo'[who == 'x']
    return int(four(state, who)) - int(four(state, them))

def show(state):
    print('\n'.join(' '.join(r) for r in state), '\n')

def agent_random(board, player='x'):
    return np.random.choice(legal(board))

expanded = 0
def ab(state, who, me, lo, hi):
    global expanded
    expanded += 1
    if done(state):
        return payoff(state, me), None
    them = 'xo'[who == 'x']
    best = None
    if who == me:
        for c in legal(state):
            v = ab(play_move(state, c, who), them, me, lo, hi)[0]
            if v > lo or best is None:
                lo, best = max(v, lo), c
            if lo >= hi: return lo, best
        return lo, best
    for c in legal(state):
        v = ab(play_move(state, c, who), them, me, lo, hi)[0]
        if v < hi or best is None:
            hi, best = min(v, hi), c
        if lo >= hi: return hi, best
    return hi, best

def agent_ab(board, player='x'):
    return ab(board, player, player, -np.inf, np.inf)[1]

def ab_ordered(state, who, me, lo, hi):
    global expanded
    expanded += 1
    if done(state):
        return payoff(state, me), None
    them = 'xo'[who == 'x']
    best = None
    cols = legal(state)
    mid = (state.shape[1] - 1) / 2
    cols = cols[np.argsort(np.abs(cols - mid), kind='stable')]
    if who == me:
        for c in cols:
            v = ab_ordered(play_move(state, c, who), them, me, lo, hi)[0]
            if v > lo or best is None:
                lo, best = max(v, lo), c
            if lo >= hi: return lo, best
        return lo, best
    for c in cols:
        v = ab_ordered(play_move(state, c, who), them, me, lo, hi)[0]
        if v < hi or best is None:
            hi, best = min(v, hi), c
        if lo >= hi: return hi, best
    return hi, best

def agent_ab_ordered(board, player='x'):
    return ab_ordered(board, player, player, -np.inf, np.inf)[1]

def h(state, who):
    them = 'xo'[who == 'x']
    t = 0
    R, C = state.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                rr, cc = r + 3 * dr, c + 3 * dc
                if 0 <= rr < R and cc < C:
                    w = [state[r + k * dr, c + k * dc] for k in range(4)]
                    a, b = w.count(who), w.count(them)
                    if b == 0: t += a * a
                    if a == 0: t -= b * b
    return t / 1000

class OutOfTime(Exception):
    pass

def hab(state, who, me, depth, lo, hi, deadline, width=None):
    if time.time() > deadline:
        raise OutOfTime
    if done(state):
        return payoff(state, me), None
    if depth == 0:
        return h(state, me), None
    them = 'xo'[who == 'x']
    sign = 1 if who == me else -1
    cols = list(legal(state))
    if width:
        cols = sorted(cols, key=lambda c: sign * (payoff(play_move(state, c, who), me) or h(play_move(state, c, who), me)), reverse=True)[:width]
    best, best_v = None, -np.inf
    for c in cols:
        v = sign * hab(play_move(state, c, who), them, me, depth - 1, lo, hi, deadline, width)[0]
        if v > best_v:
            best, best_v = c, v
        if sign > 0: lo = max(lo, v)
        else: hi = min(hi, -v)
        if lo >= hi: break
    return sign * best_v, best

def agent_iterative(board, player='x', time_limit=0.5, max_depth=42, width=None):
    """iterative deepening: deepens until the time is up"""
    deadline = time.time() + time_limit
    best = random.choice(list(legal(board)))
    free = int((board == '_').sum())
    for d in range(1, min(max_depth, free) + 1):
        try:
            value, best = hab(board, player, player, d, -np.inf, np.inf, deadline, width)
        except OutOfTime:
            break
        if abs(value) == 1: break
    return best

def agent_iterative_fp(board, player='x', time_limit=0.5, max_depth=42):
    return agent_iterative(board, player, time_limit, max_depth, width=4)

def agent_pmcs(board, player='x', time_limit=0.5):
    """as many playouts as fit into the time"""
    cols = list(legal(board))
    wins, n = np.zeros(len(cols)), np.zeros(len(cols))
    deadline = time.time() + time_limit
    while time.time() < deadline:
        for i, c in enumerate(cols):
            s, who = play_move(board, c, player), player
            while not done(s):
                who = 'xo'[who == 'x']
                s = play_move(s, np.random.choice(legal(s)), who)
            wins[i] += payoff(s, player)
            n[i] += 1
    return cols[int(np.argmax(wins / n))]
