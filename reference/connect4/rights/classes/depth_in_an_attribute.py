"""Agents are subclasses of each other, and how far they look stands in their classes."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.4

import numpy as np, random, math
PLAYERS = {'x': 1, 'o': -1}
class Game:
    def __init__(self, shape=(6,7)):
        self.shape = shape
    def start(self): return np.full(self.shape, ' ')
    def moves(self, board): return [j for j in range(board.shape[1]) if board[0,j] == ' ']
    def step(self, board, j, player):
        b = board.copy()
        i = max(i for i in range(b.shape[0]) if b[i,j] == ' ')
        b[i,j] = player
        return b
    def winner(self, b):
        h, w = b.shape
        for i in range(h):
            for j in range(w):
                if b[i,j] == ' ': continue
                for di, dj in ((0,1),(1,0),(1,1),(1,-1)):
                    if 0 <= i+3*di < h and 0 <= j+3*dj < w and len({b[i+k*di,j+k*dj] for k in range(4)}) == 1:
                        return b[i,j]
        return None
    def over(self, b): return self.winner(b) is not None or not self.moves(b)
    def utility(self, b, player):
        w = self.winner(b)
        return 0 if w is None else 1 if w == player else -1
    def render(self, b):
        for row in b: print(*row, sep='|')
game = Game()
class Agent:
    def __init__(self, player): self.player = player; self.opp = 'o' if player == 'x' else 'x'
    def act(self, board): raise NotImplementedError
class RandomAgent(Agent):
    def act(self, board): return random.choice(game.moves(board))
class MinimaxAgent(Agent):
    depth = math.inf
    def act(self, board):
        return self.value(board, self.player, -math.inf, math.inf, 0)[1]
    def leaf(self, board): return 0
    def order(self, board, player): return game.moves(board)
    def value(self, board, player, alpha, beta, d):
        if game.over(board): return 1000*game.utility(board, self.player), None
        if d >= self.depth: return self.leaf(board), None
        best = (-math.inf, None) if player == self.player else (math.inf, None)
        for m in self.order(board, player):
            v = self.value(game.step(board, m, player), 'o' if player == 'x' else 'x', alpha, beta, d+1)[0]
            if player == self.player:
                if v > best[0]: best = (v, m)
                alpha = max(alpha, v)
            else:
                if v < best[0]: best = (v, m)
                beta = min(beta, v)
            if alpha >= beta: break
        return best
class OrderedMinimaxAgent(MinimaxAgent):
    def order(self, board, player): return sorted(game.moves(board), key=lambda j: abs(j - (board.shape[1]-1)/2))
class HeuristicAgent(OrderedMinimaxAgent):
    depth = 4
    def leaf(self, board): return self.evaluate(board)
    def evaluate(self, board):
        h, w = board.shape
        s = 0
        for i in range(h):
            for j in range(w):
                for di, dj in ((0,1),(1,0),(1,1),(1,-1)):
                    if 0 <= i+3*di < h and 0 <= j+3*dj < w:
                        l = [board[i+k*di,j+k*dj] for k in range(4)]
                        if self.opp not in l: s += l.count(self.player)**2
                        if self.player not in l: s -= l.count(self.opp)**2
        return s
class HeuristicAgent2(HeuristicAgent):
    depth = 2
def play(a, b, shape=(6,7)):
    board = Game(shape).start()
    t = 0
    while not game.over(board):
        ag = (a, b)[t % 2]
        board = game.step(board, ag.act(board), ag.player)
        t += 1
    return game.winner(board)
print(play(HeuristicAgent('x'), HeuristicAgent2('o'), (5,5)))
from collections import Counter
print(Counter(play(RandomAgent('x'), RandomAgent('o')) for _ in range(10)))
