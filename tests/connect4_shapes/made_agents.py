# # Adversarial Search: Playing Connect 4
# %%
import numpy as np
import random

rows, cols = 6, 7
symbols = {1: 'x', 2: 'o', 0: ' '}

def blank(r=rows, c=cols):
    return [['-' for _ in range(c)] for _ in range(r)]

def playable(board):
    return {c for c in range(len(board[0])) if board[0][c] == '-'}

def after(board, column, who):
    new = [row[:] for row in board]
    for row in reversed(new):
        if row[column] == '-':
            row[column] = who
            return new

def foe(who):
    return 'O' if who == 'X' else 'X'

def won(board, who):
    h, w = len(board), len(board[0])
    return any(all(0 <= r+k*a < h and 0 <= c+k*b < w and board[r+k*a][c+k*b] == who for k in range(4))
               for r in range(h) for c in range(w) for a, b in ((0,1),(1,0),(1,1),(1,-1)))

def finished(board):
    return won(board, 'X') or won(board, 'O') or not playable(board)

def outcome(board, who):
    return 1 if won(board, who) else 0 if won(board, foe(who)) else 0.5

def picture(board):
    return '\n'.join(' '.join(r) for r in board)

def make_random(seed=None):
    rng = random.Random(seed)
    def agent(board, who='X'):
        return rng.choice(sorted(playable(board)))
    return agent

# %%
def make_alpha_beta(order=None):
    def search(board, me, who, lo, hi):
        if finished(board):
            return outcome(board, me), None
        moves = order(board) if order else sorted(playable(board))
        pick = None
        if who == me:
            for m in moves:
                v, _ = search(after(board, m, who), me, foe(who), lo, hi)
                if pick is None or v > lo:
                    lo, pick = max(lo, v), m
                if lo >= hi: break
            return lo, pick
        for m in moves:
            v, _ = search(after(board, m, who), me, foe(who), lo, hi)
            if pick is None or v < hi:
                hi, pick = min(hi, v), m
            if lo >= hi: break
        return hi, pick
    def agent(board, who='X'):
        value, move = search(board, who, who, -1, 2)
        return move, value
    return agent

def middle_out(board):
    w = len(board[0])
    return sorted(playable(board), key=lambda c: abs(2*c - w + 1))

alpha_beta_agent = make_alpha_beta()
alpha_beta_agent_ordered = make_alpha_beta(middle_out)
random_agent = make_random()

# %%
def guess(board, who):
    h, w, s = len(board), len(board[0]), 0
    for r in range(h):
        for c in range(w):
            for a, b in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*a < h and 0 <= c+3*b < w:
                    line = [board[r+k*a][c+k*b] for k in range(4)]
                    if foe(who) not in line: s += line.count(who) ** 2
                    if who not in line: s -= line.count(foe(who)) ** 2
    return 0.5 + s / 2000

def make_cutoff_agent(depth=4, top_k=None):
    def value(board, me, who, d, lo, hi):
        if finished(board): return outcome(board, me)
        if d == 0: return guess(board, me)
        moves = middle_out(board)
        if top_k: moves = sorted(moves, key=lambda m: -guess(after(board, m, who), who))[:top_k]
        for m in moves:
            v = value(after(board, m, who), me, foe(who), d - 1, lo, hi)
            if who == me: lo = max(lo, v)
            else: hi = min(hi, v)
            if lo >= hi: break
        return lo if who == me else hi
    def agent(board, who='X'):
        moves = middle_out(board)
        if top_k: moves = sorted(moves, key=lambda m: -guess(after(board, m, who), who))[:top_k]
        return max(moves, key=lambda m: value(after(board, m, who), who, foe(who), depth - 1, -1, 2))
    return agent

smart_agent = make_cutoff_agent(4)

def make_monte_carlo(n=40):
    def agent(board, who='X'):
        def one(b, turn):
            while not finished(b):
                b, turn = after(b, random.choice(sorted(playable(b))), turn), foe(turn)
            return outcome(b, who)
        return max(playable(board), key=lambda m: sum(one(after(board, m, who), foe(who)) for _ in range(n)))
    return agent
