"""One search for all: move ordering and forward pruning are switched on by arguments."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4

import numpy as np
import math, time
from collections import Counter

def empty_board(shape=(6, 7)):
    return np.full(shape=shape, fill_value=0)

def actions(board):
    return np.where(board[0] == 0)[0].tolist()

def result(state, player, action):
    state = state.copy()
    r = np.max(np.where(state[:, action] == 0))
    state[r, action] = player
    return state

def check_board(board):
    """returns 1, -1, 'd' or 'n' """
    R, C = board.shape
    for p in (1, -1):
        m = (board == p)
        for r in range(R):
            for c in range(C):
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    if 0 <= r+3*dr < R and 0 <= c+3*dc < C and all(m[r+i*dr, c+i*dc] for i in range(4)):
                        return p
    if np.sum(board == 0) < 1:
        return 'd'
    return 'n'

def is_terminal(state):
    return check_board(state) != 'n'

def utility(state, player=1):
    goal = check_board(state)
    if goal == player: return +1
    if goal == 'd': return 0
    if goal == 'n': return None
    return -1

def visualize(board):
    print(board)

def random_player(board, player=None):
    return np.random.choice(actions(board))

def switch_player(p, x, o):
    return (o, x) if p == 1 else (x, o)

def play(x, o, N=10, size=(6,7)):
    results = Counter()
    for i in range(N):
        board = empty_board(size)
        player, fun = 1, x
        while True:
            board = result(board, player, fun(board, player))
            win = check_board(board)
            if win != 'n':
                results[win] += 1
                break
            player, fun = -player, (o if fun is x else x)
    return results
print(play(random_player, random_player, 20))

def order_center(state, acts):
    return sorted(acts, key=lambda a: abs(a - (state.shape[1]-1)/2))

COUNT = 0
def alpha_beta_search(board, player=1, cutoff=None, eval_fn=None, move_ordering=False, forward_pruning=False, debug=0):
    global COUNT
    COUNT = 0
    value, move = max_value_ab(board, player, -math.inf, +math.inf, 0, cutoff, eval_fn, move_ordering, forward_pruning)
    if debug > 0: print(f"Number of nodes searched: {COUNT}")
    return value, move

def get_moves(state, player, me, move_ordering, forward_pruning, eval_fn):
    acts = actions(state)
    if move_ordering: acts = order_center(state, acts)
    if forward_pruning and len(acts) > 3:
        ev = eval_fn or eval_fun
        acts = sorted(acts, key=lambda a: -shallow(result(state, player, a), player, ev))[:4]
    return acts

def shallow(state, player, ev):
    if is_terminal(state): return ev(state, player)
    return min(ev(result(state, -player, a), player) for a in actions(state))

def max_value_ab(state, player, alpha, beta, depth, cutoff, eval_fn, mo, fp):
    global COUNT
    COUNT += 1
    if is_terminal(state):
        return utility(state, player), None
    if cutoff is not None and depth >= cutoff:
        return (eval_fn or eval_fun)(state, player), None
    v, move = -math.inf, None
    for a in get_moves(state, player, player, mo, fp, eval_fn):
        v2, _ = min_value_ab(result(state, player, a), player, alpha, beta, depth + 1, cutoff, eval_fn, mo, fp)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta: return v, move
    return v, move

def min_value_ab(state, player, alpha, beta, depth, cutoff, eval_fn, mo, fp):
    global COUNT
    COUNT += 1
    if is_terminal(state):
        return utility(state, player), None
    if cutoff is not None and depth >= cutoff:
        return (eval_fn or eval_fun)(state, player), None
    v, move = +math.inf, None
    for a in get_moves(state, -player, player, mo, fp, eval_fn):
        v2, _ = max_value_ab(result(state, -player, a), player, alpha, beta, depth + 1, cutoff, eval_fn, mo, fp)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha: return v, move
    return v, move

def eval_fun(state, player=1):
    """between -1 and 1"""
    if is_terminal(state):
        return utility(state, player)
    score = 0
    R, C = state.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C:
                    w = [state[r+i*dr, c+i*dc]*player for i in range(4)]
                    if -1 not in w: score += sum(w)**2
                    if 1 not in w: score -= sum(w)**2
    return math.tanh(score / 100)

b = empty_board((4,4))
print(alpha_beta_search(b, cutoff=4, eval_fn=eval_fun, move_ordering=True, debug=1))

def ab_player(board, player=1): return alpha_beta_search(board, player)[1]
def h_player_4(board, player=1): return alpha_beta_search(board, player, cutoff=4, eval_fn=eval_fun)[1]
def h_player_2(board, player=1): return alpha_beta_search(board, player, cutoff=2, eval_fn=eval_fun)[1]
