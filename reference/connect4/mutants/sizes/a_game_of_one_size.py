"""The game holds a board of 6 rows and 7 columns, and its functions loop to these numbers."""
#: whole = 2.6, 3.1, 3.2, 4.1, 4.2, 4.4
#: fails = 2.1/columns_on_other_boards, 2.2/discs_fall_on_other_boards, 2.3/ends_on_other_boards, 2.4/results_on_other_boards, 2.5/picture_of_other_boards

import numpy as np, random, time, math, copy

class Connect4:
    def __init__(self):
        self.board = np.full((6, 7), ' ')
        self.current = 'x'
        self.history = []

    def actions(self):
        return [c for c in range(7) if self.board[0, c] == ' ']

    def play(self, col):
        for r in reversed(range(6)):
            if self.board[r, col] == ' ':
                self.board[r, col] = self.current
                self.history.append((r, col))
                self.current = 'o' if self.current == 'x' else 'x'
                return

    def undo(self):
        r, c = self.history.pop()
        self.board[r, c] = ' '
        self.current = 'o' if self.current == 'x' else 'x'

    def winner(self):
        b = self.board
        for p in ['x', 'o']:
            for r in range(6):
                for c in range(7):
                    if c <= 3 and all(b[r, c+i] == p for i in range(4)): return p
                    if r <= 2 and all(b[r+i, c] == p for i in range(4)): return p
                    if r <= 2 and c <= 3 and all(b[r+i, c+i] == p for i in range(4)): return p
                    if r >= 3 and c <= 3 and all(b[r-i, c+i] == p for i in range(4)): return p
        return None

    def terminal(self):
        return self.winner() is not None or len(self.actions()) == 0

    def utility(self, player):
        w = self.winner()
        if w is None: return 0
        return 1 if w == player else -1

    def show(self):
        for r in range(6):
            print(' | '.join(self.board[r]))
        print('-' * 25)


def random_agent(game, player='x'):
    return random.choice(game.actions())

nodes = 0
def alphabeta(game, player, alpha=-math.inf, beta=math.inf):
    global nodes
    nodes += 1
    if game.terminal():
        return game.utility(player), None
    best = None
    if game.current == player:
        value = -math.inf
        for a in game.actions():
            game.play(a)
            v, _ = alphabeta(game, player, alpha, beta)
            game.undo()
            if v > value:
                value, best = v, a
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = math.inf
        for a in game.actions():
            game.play(a)
            v, _ = alphabeta(game, player, alpha, beta)
            game.undo()
            if v < value:
                value, best = v, a
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, best

def ab_agent(game, player='x'):
    return alphabeta(game, player)[1]

def alphabeta_ordered(game, player, alpha=-math.inf, beta=math.inf):
    global nodes
    nodes += 1
    if game.terminal():
        return game.utility(player), None
    best = None
    moves = sorted(game.actions(), key=lambda c: abs(c - 3))
    if game.current == player:
        value = -math.inf
        for a in moves:
            game.play(a)
            v, _ = alphabeta_ordered(game, player, alpha, beta)
            game.undo()
            if v > value:
                value, best = v, a
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = math.inf
        for a in moves:
            game.play(a)
            v, _ = alphabeta_ordered(game, player, alpha, beta)
            game.undo()
            if v < value:
                value, best = v, a
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, best

weights = np.array([[3,4,5,7,5,4,3],[4,6,8,10,8,6,4],[5,8,11,13,11,8,5],[5,8,11,13,11,8,5],[4,6,8,10,8,6,4],[3,4,5,7,5,4,3]])
def evaluate(game, player):
    opp = 'o' if player == 'x' else 'x'
    return int(np.sum(weights[game.board == player]) - np.sum(weights[game.board == opp]))

def cutoff_search(game, player, depth, alpha=-math.inf, beta=math.inf):
    if game.terminal():
        return 1000 * game.utility(player), None
    if depth == 0:
        return evaluate(game, player), None
    best = None
    if game.current == player:
        value = -math.inf
        for a in sorted(game.actions(), key=lambda c: abs(c - 3)):
            game.play(a)
            v, _ = cutoff_search(game, player, depth - 1, alpha, beta)
            game.undo()
            if v > value:
                value, best = v, a
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = math.inf
        for a in sorted(game.actions(), key=lambda c: abs(c - 3)):
            game.play(a)
            v, _ = cutoff_search(game, player, depth - 1, alpha, beta)
            game.undo()
            if v < value:
                value, best = v, a
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, best

def heuristic_agent(game, player='x', depth=4):
    return cutoff_search(game, player, depth)[1]
