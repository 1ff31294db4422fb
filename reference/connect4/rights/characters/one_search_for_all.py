"""One search with a cutoff and an order for everything; agents return the new board."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.6, 3.1, 3.2, 4.1, 4.2, 4.4

import numpy as np, math

def init_board(shape=(6, 7)): return np.full(shape, ' ')
def actions(board): return [i for i in range(board.shape[1]) if board[0][i] == ' ']
def result(board, player, action):
    b = np.copy(board)
    for r in reversed(range(b.shape[0])):
        if b[r][action] == ' ':
            b[r][action] = player
            return b
def line(board, p):
    m = (board == p).astype(int)
    R, C = m.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C and sum(m[r+i*dr][c+i*dc] for i in range(4)) == 4: return True
    return False
def check_terminal(board):
    if line(board, 'x'): return 'x'
    if line(board, 'o'): return 'o'
    if not actions(board): return 'tie'
    return False
def utility(board, player):
    t = check_terminal(board)
    if t == player: return 1000
    if t in ('tie', False): return 0
    return -1000
def opp(p): return 'x' if p == 'o' else 'o'
def heuristic_eval(board, player):
    R, C = board.shape
    s = 0
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C:
                    w = [board[r+i*dr][c+i*dc] for i in range(4)]
                    if opp(player) not in w: s += w.count(player)**2
                    if player not in w: s -= w.count(opp(player))**2
    return s
def alpha_beta_search(board, cutoff=None, player='x', ordering=True):
    v, m = best(board, player, player, -math.inf, math.inf, 0, cutoff, ordering)
    return {'move': m, 'value': v}
def best(b, me, p, alpha, beta, depth, cutoff, ordering):
    if check_terminal(b) is not False: return utility(b, me), None
    if cutoff is not None and depth >= cutoff: return heuristic_eval(b, me), None
    move = None
    v = -math.inf if p == me else math.inf
    moves = sorted(actions(b), key=lambda a: abs(2 * a + 1 - b.shape[1])) if ordering else actions(b)
    for a in moves:
        w, _ = best(result(b, p, a), me, opp(p), alpha, beta, depth + 1, cutoff, ordering)
        if p == me and w > v: v, move, alpha = w, a, max(alpha, w)
        if p != me and w < v: v, move, beta = w, a, min(beta, w)
        if alpha >= beta: break
    return v, move
def alpha_beta_player(board, player='x'): return result(board, player, alpha_beta_search(board, None, player)['move'])
def heuristic_player_4(board, player='x'): return result(board, player, alpha_beta_search(board, 4, player)['move'])
def random_player(board, player='x'): return result(board, player, np.random.choice(actions(board)))
