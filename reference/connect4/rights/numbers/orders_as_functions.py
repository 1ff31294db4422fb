"""The order of moves is a function; the pruned search drops moves by a margin."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np, random, time
rng = np.random.default_rng(7)


def make_empty(rows=6, columns=7):
    return np.zeros((rows, columns), int)
def available_actions(board):
    return [i for i in range(len(board[0])) if board[0][i] == 0]
def transition(board, action, player):
    b = np.array(board, copy=True)
    r = b.shape[0] - 1 - np.count_nonzero(b[:, action])
    b[r, action] = player
    return b
def winner(board):
    "sum of four = +-4"
    h, w = board.shape
    S = []
    S.append(board[:, :-3] + board[:, 1:-2] + board[:, 2:-1] + board[:, 3:])
    S.append(board[:-3] + board[1:-2] + board[2:-1] + board[3:])
    S.append(board[:-3, :-3] + board[1:-2, 1:-2] + board[2:-1, 2:-1] + board[3:, 3:])
    S.append(board[:-3, 3:] + board[1:-2, 2:-1] + board[2:-1, 1:-2] + board[3:, :-3])
    for s in S:
        if (s == 4).any(): return 1
        if (s == -4).any(): return -1
    return 0
def terminal(board): return winner(board) != 0 or 0 not in board
def utility(board, player=1): return winner(board) * player
def visualize_board(board):
    print('\n'.join(''.join({0:'.',1:'x',-1:'o'}[v] for v in row) for row in board.tolist()))
def random_player(board, player=1): return int(rng.choice(available_actions(board)))


STATS = {'nodes': 0}
def left_to_right(board, player, moves): return moves
def middle_first(board, player, moves):
    mid = (board.shape[1]-1)/2
    return sorted(moves, key=lambda m: abs(m-mid))
def winning_first(board, player, moves):
    # winning moves, then moves that take a win from the opponent, then middle
    def rank(m):
        if winner(transition(board, m, player)): return 0
        if winner(transition(board, m, -player)): return 1
        return 2
    return sorted(middle_first(board, player, moves), key=rank)

def minimax(board, player=1, order=left_to_right, alpha=-2, beta=2):
    STATS['nodes'] += 1
    if terminal(board): return utility(board, player), None
    bestMove = None; bestVal = -2
    for m in order(board, player, available_actions(board)):
        val = -minimax(transition(board, m, player), -player, order, -beta, -alpha)[0]
        if val > bestVal: bestVal, bestMove = val, m
        if bestVal > alpha: alpha = bestVal
        if alpha >= beta: break
    return bestVal, bestMove
def minimax_player(board, player=1): return minimax(board, player)[1]
def minimax_ordered_player(board, player=1): return minimax(board, player, winning_first)[1]


def line_values(board):
    h, w = board.shape
    for r in range(h):
        for c in range(w):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if r+3*dr < h and 0 <= c+3*dc < w:
                    yield [board[r+i*dr, c+i*dc] for i in range(4)]
def heuristic(board, player=1):
    s = 0
    for l in line_values(board):
        if l.count(-player) == 0: s += l.count(player)**2
        elif l.count(player) == 0: s -= l.count(-player)**2
    return s/1000
def heuristic_search(board, player=1, cutoff=4, alpha=-np.inf, beta=np.inf):
    if terminal(board): return utility(board, player)*(10+cutoff), None
    if cutoff == 0: return heuristic(board, player), None
    best = (-np.inf, None)
    for m in middle_first(board, player, available_actions(board)):
        v = -heuristic_search(transition(board, m, player), -player, cutoff-1, -beta, -alpha)[0]
        best = max(best, (v, m), key=lambda t: t[0])
        alpha = max(alpha, v)
        if alpha >= beta: break
    return best
def heuristic_search_pruned(board, player=1, cutoff=4, margin=0.08, alpha=-np.inf, beta=np.inf):
    """margin: moves whose one ply look is worse than the best by more are dropped"""
    if terminal(board): return utility(board, player)*(10+cutoff), None
    if cutoff == 0: return heuristic(board, player), None
    ms = available_actions(board)
    if cutoff >= 3:
        quick = {m: -heuristic_search(transition(board, m, player), -player, 1)[0] for m in ms}
        top = max(quick.values())
        ms = [m for m in sorted(ms, key=quick.get, reverse=True) if quick[m] >= top - margin]
    best = (-np.inf, None)
    for m in ms:
        v = -heuristic_search_pruned(transition(board, m, player), -player, cutoff-1, margin, -beta, -alpha)[0]
        if v > best[0]: best = (v, m)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return best


def pmcs(board, player=1, N=100):
    """N playouts in total, shared between the moves"""
    acts = available_actions(board)
    n = max(1, N // len(acts))
    def sim(b, p):
        while not terminal(b):
            b = transition(b, rng.choice(available_actions(b)), p)
            p = -p
        return winner(b)*player
    score = {a: sum(sim(transition(board, a, player), -player) for _ in range(n))/n for a in acts}
    return max(score, key=score.get)
