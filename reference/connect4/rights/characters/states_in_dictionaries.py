"""A state is a dictionary of board and turn, functions have the names of pseudocode in capitals."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np
import random
from functools import lru_cache

INF = float("inf")


def INITIAL_STATE(rows=6, cols=7):
    return {'board': np.array([['_'] * cols] * rows), 'turn': 'x'}


def TO_MOVE(s):
    return s['turn']


def OPPONENT(p):
    return 'o' if p == 'x' else 'x'


def ACTIONS(s):
    return [a for a, top in enumerate(s['board'][0]) if top == '_']


def RESULT(s, a):
    board = np.copy(s['board'])
    for row in range(board.shape[0] - 1, -1, -1):
        if board[row, a] == '_':
            board[row, a] = s['turn']
            break
    return {'board': board, 'turn': OPPONENT(s['turn'])}


def FOUR(board, p):
    """does p have four in a row?"""
    m = (board == p)
    R, C = m.shape
    h = m[:, :-3] & m[:, 1:-2] & m[:, 2:-1] & m[:, 3:]
    v = m[:-3, :] & m[1:-2, :] & m[2:-1, :] & m[3:, :]
    d1 = m[:-3, :-3] & m[1:-2, 1:-2] & m[2:-1, 2:-1] & m[3:, 3:]
    d2 = m[3:, :-3] & m[2:-1, 1:-2] & m[1:-2, 2:-1] & m[:-3, 3:]
    return bool(h.any() or v.any() or d1.any() or d2.any())


def TERMINAL_TEST(s):
    return FOUR(s['board'], 'x') or FOUR(s['board'], 'o') or not ACTIONS(s)


def UTILITY(s, p):
    return int(FOUR(s['board'], p)) - int(FOUR(s['board'], OPPONENT(p)))


def SHOW(s):
    print("\n".join("|" + " ".join(r) + "|" for r in s['board']), " to move:", s['turn'])


def RANDOM_AGENT(board, player='x'):
    return random.choice(ACTIONS({'board': board, 'turn': player}))


def PLAY(agent_x, agent_o, s):
    while not TERMINAL_TEST(s):
        agent = agent_x if TO_MOVE(s) == 'x' else agent_o
        s = RESULT(s, agent(s['board'], TO_MOVE(s)))
    return UTILITY(s, 'x')


def ALPHA_BETA_SEARCH(s):
    value, move = MAX_VALUE(s, TO_MOVE(s), -INF, INF)
    return move


def MAX_VALUE(s, player, alpha, beta):
    if TERMINAL_TEST(s):
        return UTILITY(s, player), None
    v, move = -INF, None
    for a in ACTIONS(s):
        v2, a2 = MIN_VALUE(RESULT(s, a), player, alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move


def MIN_VALUE(s, player, alpha, beta):
    if TERMINAL_TEST(s):
        return UTILITY(s, player), None
    v, move = INF, None
    for a in ACTIONS(s):
        v2, a2 = MAX_VALUE(RESULT(s, a), player, alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move


def MINIMAX_AGENT(board, player='x'):
    return ALPHA_BETA_SEARCH({'board': board, 'turn': player})


def parse(s):
    return np.array([list(r) for r in s.split("/")])


@lru_cache(maxsize=None)
def CELL_VALUES(R, C):
    t = np.zeros((R, C), dtype=int)
    for r in range(R):
        for c in range(C):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= a < R and 0 <= b < C for a, b in cells):
                    for a, b in cells:
                        t[a, b] += 1
    return t


def ORDERED_ACTIONS(s):
    board = s['board']
    table = CELL_VALUES(*board.shape)
    def gain(a):
        row = int((board[:, a] == '_').sum()) - 1
        return table[row, a]
    return sorted(ACTIONS(s), key=gain, reverse=True)


def VALUE_ORD(s, player, alpha, beta):
    if TERMINAL_TEST(s):
        return UTILITY(s, player), None
    maximize = TO_MOVE(s) == player
    v, move = (-INF if maximize else INF), None
    for a in ORDERED_ACTIONS(s):
        v2, _ = VALUE_ORD(RESULT(s, a), player, alpha, beta)
        if maximize:
            if v2 > v: v, move = v2, a
            alpha = max(alpha, v)
        else:
            if v2 < v: v, move = v2, a
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v, move


def ALPHA_BETA_ORDERED(s):
    return VALUE_ORD(s, TO_MOVE(s), -INF, INF)[1]


def OPEN_THREES(board, p):
    R, C = board.shape
    n = 0
    for r in range(R):
        for c in range(C):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if r + 3 * dr < R and 0 <= c + 3 * dc < C:
                    w = [board[r + i * dr, c + i * dc] for i in range(4)]
                    if w.count(p) == 3 and w.count('_') == 1:
                        n += 1
    return n


def EVAL(s, p):
    board = s['board']
    t = CELL_VALUES(*board.shape)
    q = OPPONENT(p)
    score = t[board == p].sum() - t[board == q].sum()
    score += 10 * (OPEN_THREES(board, p) - OPEN_THREES(board, q))
    return float(score) / 1000


def H_ALPHA_BETA(s, d):
    return H_VALUE(s, TO_MOVE(s), -INF, INF, d)[1]


def H_VALUE(s, player, alpha, beta, d):
    if TERMINAL_TEST(s):
        return UTILITY(s, player), None
    if d == 0:
        return EVAL(s, player), None
    maximize = TO_MOVE(s) == player
    v, move = (-INF if maximize else INF), None
    for a in ORDERED_ACTIONS(s):
        v2, _ = H_VALUE(RESULT(s, a), player, alpha, beta, d - 1)
        if maximize:
            if v2 > v: v, move = v2, a
            alpha = max(alpha, v)
        else:
            if v2 < v: v, move = v2, a
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v, move


def PROMISING(s, keep):
    """shallow search with depth 1, keep the `keep` best moves for the player to move"""
    p = TO_MOVE(s)
    scored = []
    for a in ORDERED_ACTIONS(s):
        v, _ = H_VALUE(RESULT(s, a), p, -INF, INF, 0)
        scored.append((v, -a))
    scored.sort(reverse=True)
    return [-a for v, a in scored[:keep]]


def FP_VALUE(s, player, alpha, beta, d, keep):
    if TERMINAL_TEST(s):
        return UTILITY(s, player), None
    if d == 0:
        return EVAL(s, player), None
    maximize = TO_MOVE(s) == player
    v, move = (-INF if maximize else INF), None
    for a in PROMISING(s, keep):
        v2, _ = FP_VALUE(RESULT(s, a), player, alpha, beta, d - 1, keep)
        if maximize:
            if v2 > v: v, move = v2, a
            alpha = max(alpha, v)
        else:
            if v2 < v: v, move = v2, a
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v, move


def FORWARD_PRUNING_SEARCH(s, d=4, keep=3):
    return FP_VALUE(s, TO_MOVE(s), -INF, INF, d, keep)[1]


def H2_AGENT(board, player='x'): return H_ALPHA_BETA({'board': board, 'turn': player}, 2)


def FP3_AGENT(board, player='x'): return FORWARD_PRUNING_SEARCH({'board': board, 'turn': player}, 3, 3)


def PMC(s, simulations=100):
    player = TO_MOVE(s)
    stats = {a: [0, 0] for a in ACTIONS(s)}   # action -> [sum of utilities, number of games]
    for i in range(simulations):
        a = random.choice(list(stats)) if i >= len(stats) else list(stats)[i]
        t = RESULT(s, a)
        while not TERMINAL_TEST(t):
            t = RESULT(t, random.choice(ACTIONS(t)))
        stats[a][0] += UTILITY(t, player)
        stats[a][1] += 1
    return max(stats, key=lambda a: stats[a][0] / stats[a][1])
