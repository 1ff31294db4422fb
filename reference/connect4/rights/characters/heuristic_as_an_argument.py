"""Boards of empty strings; the search has to be given its heuristic, and may be given a width."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import numpy as np, random, math

def new_board(shape=(6, 7)):
    b = np.chararray(shape, unicode=True)
    b[:] = ''
    return b
def free_columns(board):
    return [j for j in range(board.shape[1]) if board[0, j] == '']
def put(board, j, who):
    b = board.copy()
    i = max(k for k in range(b.shape[0]) if b[k, j] == '')
    b[i, j] = who
    return b
def line(board, who):
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C and all(board[r+k*dr, c+k*dc] == who for k in range(4)): return True
    return False
def over(board): return line(board, 'x') or line(board, 'o') or not free_columns(board)
def utility(board, who='x'):
    if line(board, who): return 1
    return -1 if line(board, 'o' if who == 'x' else 'x') else 0
def show(board): print(board)
def random_agent(board, player='x'): return random.choice(free_columns(board))

def minimax(board, depth, alpha, beta, maximizingPlayer, player):
    """returns (column, value)"""
    opp = 'o' if player == 'x' else 'x'
    if over(board): return None, utility(board, player)
    if depth == 0: return None, 0
    if maximizingPlayer:
        value, column = -math.inf, random.choice(free_columns(board))
        for c in free_columns(board):
            v = minimax(put(board, c, player), depth-1, alpha, beta, False, player)[1]
            if v > value: value, column = v, c
            alpha = max(alpha, value)
            if alpha >= beta: break
        return column, value
    value, column = math.inf, random.choice(free_columns(board))
    for c in free_columns(board):
        v = minimax(put(board, c, opp), depth-1, alpha, beta, True, player)[1]
        if v < value: value, column = v, c
        beta = min(beta, value)
        if alpha >= beta: break
    return column, value

def center_heuristic(board, player):
    return (board[:, board.shape[1]//2] == player).sum() - (board[:, board.shape[1]//2] == ('o' if player == 'x' else 'x')).sum()
def window_heuristic(board, player):
    opp = 'o' if player == 'x' else 'x'
    R, C = board.shape
    s = 0
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C:
                    w = [board[r+k*dr, c+k*dc] for k in range(4)]
                    if opp not in w: s += w.count(player)**2
                    if player not in w: s -= w.count(opp)**2
    return s

def heuristic_minimax(board, player, cutoff, h, prune=None):
    """h is the heuristic function; prune: how many moves are kept (None: all)"""
    def val(b, turn, d, al, be):
        if over(b): return 1000 * utility(b, player), None
        if d == cutoff: return h(b, player), None
        nxt = 'o' if turn == 'x' else 'x'
        moves = free_columns(b)
        if prune is not None:
            moves = sorted(moves, key=lambda c: h(put(b, c, turn), turn), reverse=True)[:prune]
        best = None
        if turn == player:
            v = -math.inf
            for c in moves:
                x = val(put(b, c, turn), nxt, d+1, al, be)[0]
                if x > v: v, best = x, c
                al = max(al, v)
                if v >= be: break
        else:
            v = math.inf
            for c in moves:
                x = val(put(b, c, turn), nxt, d+1, al, be)[0]
                if x < v: v, best = x, c
                be = min(be, v)
                if v <= al: break
        return v, best
    return val(board, player, 0, -math.inf, math.inf)
def agent_h1(board, player='x'): return heuristic_minimax(board, player, 4, center_heuristic)[1]
def agent_h2(board, player='x'): return heuristic_minimax(board, player, 4, window_heuristic)[1]

def agent_pruned(board, player='x'): return heuristic_minimax(board, player, 4, window_heuristic, prune=3)[1]
