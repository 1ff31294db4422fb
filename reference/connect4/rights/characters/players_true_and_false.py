"""Players are True and False, agents lambdas, or made for a depth with a heuristic called h."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.4

import numpy as np, random, math, time

mark = lambda p: 'x' if p else 'o'

def start(rows=6, cols=7):
    return np.array([[' '] * cols for _ in range(rows)])

def possible_moves(board):
    return [j for j in range(board.shape[1]) if board[0, j] == ' ']

def make_move(board, col, player):
    nb = np.copy(board)
    r = np.where(nb[:, col] == ' ')[0].max()
    nb[r, col] = mark(player)
    return nb

def is_terminal(board):
    """(over?, winner) where winner is True, False or None"""
    R, C = board.shape
    for p in (True, False):
        m = board == mark(p)
        for r in range(R):
            for c in range(C):
                if c + 3 < C and m[r, c:c+4].all(): return True, p
                if r + 3 < R and m[r:r+4, c].all(): return True, p
                if r + 3 < R and c + 3 < C and m[r, c] and m[r+1, c+1] and m[r+2, c+2] and m[r+3, c+3]: return True, p
                if r + 3 < R and c - 3 >= 0 and m[r, c] and m[r+1, c-1] and m[r+2, c-2] and m[r+3, c-3]: return True, p
    if not possible_moves(board): return True, None
    return False, None

def utility(board, player):
    over, w = is_terminal(board)
    if w is None: return 0
    return 1 if w == player else -1

def show(board):
    print('\n'.join(''.join(c if c != ' ' else '.' for c in row) for row in board))

random_agent = lambda board, player=True: random.choice(possible_moves(board))

def play(a, b, board):
    p = True
    while not is_terminal(board)[0]:
        board = make_move(board, (a if p else b)(board, p), p)
        p = not p
    return is_terminal(board)[1]

from collections import Counter
Counter(play(random_agent, random_agent, start()) for _ in range(20))

def alpha_beta(board, player, order=False):
    def go(b, turn, al, be):
        if is_terminal(b)[0]:
            return utility(b, player), None
        moves = possible_moves(b)
        if order:
            mid = b.shape[1] // 2
            moves.sort(key=lambda m: abs(m - mid))
        best = None
        if turn == player:
            v = -9
            for m in moves:
                x, _ = go(make_move(b, m, turn), not turn, al, be)
                if x > v: v, best = x, m
                al = max(al, v)
                if al >= be: break
        else:
            v = 9
            for m in moves:
                x, _ = go(make_move(b, m, turn), not turn, al, be)
                if x < v: v, best = x, m
                be = min(be, v)
                if al >= be: break
        return v, best
    return go(board, player, -9, 9)

ab_agent = lambda board, player=True: alpha_beta(board, player)[1]

ordered_agent = lambda board, player=True: alpha_beta(board, player, True)[1]

def heuristic(board, player):
    me, you = mark(player), mark(not player)
    s = 0
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in [(0,1),(1,0),(1,1),(1,-1)]:
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C:
                    w = ''.join(board[r+i*dr, c+i*dc] for i in range(4))
                    if you not in w: s += [0,1,5,25,1000][w.count(me)]
                    if me not in w: s -= [0,1,5,25,1000][w.count(you)]
    return s

def make_agent(depth, h=heuristic):
    """returns an agent which looks depth moves ahead"""
    def search(b, me, turn, d, al, be):
        over, w = is_terminal(b)
        if over:
            return (0 if w is None else 10**5 + d if w == me else -10**5 - d), None
        if d == 0:
            return h(b, me), None
        best, v = None, -math.inf if turn == me else math.inf
        for m in possible_moves(b):
            x, _ = search(make_move(b, m, turn), me, not turn, d - 1, al, be)
            if turn == me:
                if x > v: v, best = x, m
                al = max(al, v)
            else:
                if x < v: v, best = x, m
                be = min(be, v)
            if al >= be: break
        return v, best
    def agent(board, player=True):
        return search(board, player, player, depth, -math.inf, math.inf)[1]
    return agent
