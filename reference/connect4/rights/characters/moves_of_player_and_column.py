"""A move is a pair of player and column, and searches answer with a decision that has attributes."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np
from dataclasses import dataclass
from functools import lru_cache, partial


@lru_cache(maxsize=None)
def quadruples(m, n):
    idx = np.arange(m * n).reshape(m, n)
    q = [idx[r, c:c + 4] for r in range(m) for c in range(n - 3)]
    q += [idx[r:r + 4, c] for r in range(m - 3) for c in range(n)]
    for r in range(m - 3):
        for c in range(n - 3):
            block = idx[r:r + 4, c:c + 4]
            q += [block.diagonal(), np.fliplr(block).diagonal()]
    return np.array(q)


def start_board(m=6, n=7):
    return np.full((m, n), ' ', dtype='<U1')


def not_(player):
    return 'o' if player == 'x' else 'x'


def has_line(board, player):
    return bool((board.ravel() == player)[quadruples(*board.shape)].all(axis=1).any())


def actions(board):
    return tuple(c for c in range(board.shape[1]) if board[0, c] == ' ')


def result(board, move):
    """Here a move is the pair (player, column)."""
    player, column = move
    rows, = np.where(board[:, column] == ' ')
    new = board.copy()
    new[rows.max(), column] = player
    return new


def is_terminal(board):
    return has_line(board, 'x') or has_line(board, 'o') or ' ' not in board[0]


def utility(board, player='x'):
    if has_line(board, player): return 1.0
    if has_line(board, not_(player)): return -1.0
    return 0.0


def visualize(board):
    frame = '-' * (2 * board.shape[1] + 1)
    print(frame, *('|' + '|'.join(r) + '|' for r in board), frame, sep='\n')


@dataclass(frozen=True)
class Decision:
    column: int
    score: float = 0.0
    nodes: int = 0


gen = np.random.default_rng(seed=11)


def random_agent(board, player='x'):
    return Decision(int(gen.choice(actions(board))))


def environment(agent_x, agent_o, board=None, first='x'):
    """Generator of all the boards of one game."""
    board = start_board() if board is None else board
    player = first
    yield board
    while not is_terminal(board):
        agent = agent_x if player == 'x' else agent_o
        board = result(board, (player, agent(board, player).column))
        yield board
        player = not_(player)


def outcome(*args, **kw):
    *_, last = environment(*args, **kw)
    return utility(last, 'x')


WIN, BIG = 1000, 10**6


class PVS:
    def __init__(self, order=None, limit=None, evaluate=None, select=None):
        self.order = order or (lambda board, player: actions(board))
        self.limit, self.evaluate, self.select = limit, evaluate, select

    def __call__(self, board, player='x'):
        self.nodes = 0
        score, column = self.visit(board, player, -BIG, BIG, 0)
        return Decision(column, score, self.nodes)

    def visit(self, board, player, alpha, beta, ply):
        self.nodes += 1
        if has_line(board, not_(player)): return ply - WIN, None
        if has_line(board, player): return WIN - ply, None
        if ' ' not in board[0]: return 0, None
        if self.limit is not None and ply >= self.limit: return self.evaluate(board, player), None
        columns = self.order(board, player)
        if self.select and self.limit - ply > 2:
            columns = self.select(board, player, columns)
        best, choice = -BIG, None
        for i, c in enumerate(columns):
            child = result(board, (player, c))
            a = max(alpha, best)
            if i == 0:
                s = -self.visit(child, not_(player), -beta, -a, ply + 1)[0]
            else:
                s = -self.visit(child, not_(player), -a - 1, -a, ply + 1)[0]
                if a < s < beta:
                    s = -self.visit(child, not_(player), -beta, -s, ply + 1)[0]
            if s > best:
                best, choice = s, c
            if best >= beta:
                break
        return best, choice


minimax_agent = PVS()


def picture(s):
    return np.array([list(r) for r in s.split('|')])


def win_block_centre(board, player):
    """1. winning moves, 2. moves that block the opponent, 3. near the centre."""
    def key(c):
        return (not has_line(result(board, (player, c)), player),
                not has_line(result(board, (not_(player), c)), not_(player)),
                abs(c - (board.shape[1] - 1) / 2))
    return sorted(actions(board), key=key)


ordered_agent = PVS(win_block_centre)


def line_balance(board, player='x'):
    """Number of quadruples, weighted 1, 10, 50, which are still open for the player, minus the opponent's. Integer, |.| <= 900."""
    lines = board.ravel()[quadruples(*board.shape)]
    a, b = (lines == player).sum(1), (lines == not_(player)).sum(1)
    weight = np.array([0, 1, 10, 50, 0])
    return int(np.clip((weight[a] * (b == 0)).sum() - (weight[b] * (a == 0)).sum(), -900, 900))


def centre_only(board, player='x'):
    """Simpler alternative: central columns only."""
    w = (10 * (1 - np.abs(np.linspace(-1, 1, board.shape[1])))).astype(int)
    return int(((board == player) * w).sum() - ((board == not_(player)) * w).sum())


def cutoff_agent(board, player='x', depth=3, evaluate=line_balance):
    return PVS(win_block_centre, depth, evaluate)(board, player)


def shallow_filter(board, player, columns, k=3, tolerance=60):
    """At most k columns survive, none of them more than tolerance below the best (2-ply search)."""
    scout = PVS(limit=1, evaluate=line_balance)
    s = {c: -scout(result(board, (player, c)), not_(player)).score for c in columns}
    best = max(s.values())
    return sorted((c for c in columns if best - s[c] <= tolerance), key=s.get, reverse=True)[:k]


def forward_agent(board, player='x', depth=3):
    return PVS(win_block_centre, depth, line_balance, shallow_filter)(board, player)


def simulate(board, player, N):
    """N random games from board, player is next. Returns an array of 'x', 'o', ' ' (winners)."""
    m, n = board.shape
    B = np.repeat(board[None], N, axis=0)
    win = np.full(N, ' ')
    for p in 'xo':
        if has_line(board, p): win[:] = p
    live = np.flatnonzero(win == ' ')
    Q = quadruples(m, n)
    while live.size:
        open_ = B[live, 0, :] == ' '
        live, open_ = live[open_.any(1)], open_[open_.any(1)]
        if not live.size: break
        c = np.where(open_, gen.random(open_.shape), -1).argmax(1)        # uniform among the open columns
        r = (B[live, :, c] == ' ').sum(1) - 1
        B[live, r, c] = player
        won = (B[live].reshape(live.size, -1) == player)[:, Q].all(2).any(1)
        win[live[won]] = player
        live = live[~won]
        player = not_(player)
    return win


def pmcs_agent(board, player='x', N=300):
    cols = actions(board)
    mean = []
    for c in cols:
        w = simulate(result(board, (player, c)), not_(player), N // len(cols) + 1)
        mean.append((w == player).mean() - (w == not_(player)).mean())
    i = int(np.argmax(mean))
    return Decision(cols[i], float(mean[i]), N)
