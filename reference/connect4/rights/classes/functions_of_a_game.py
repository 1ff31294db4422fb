"""Functions that are given a game, which keeps more than its board."""
#: whole = 2.1, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import numpy as np, copy, math, random

class ConnectFour:
    def __init__(self, num_rows=6, num_cols=7):
        self.num_rows = num_rows
        self.num_cols = num_cols
        self.board = [[' ' for _ in range(num_cols)] for _ in range(num_rows)]
        self.current_player = 'x'
        self.last_move = None
        self.heights = [0] * num_cols

    def available_moves(self):
        return [c for c in range(self.num_cols) if self.heights[c] < self.num_rows]

    def make_move(self, col):
        row = self.num_rows - 1 - self.heights[col]
        self.board[row][col] = self.current_player
        self.heights[col] += 1
        self.last_move = (row, col)
        self.current_player = 'o' if self.current_player == 'x' else 'x'

    def undo_move(self, col):
        self.heights[col] -= 1
        row = self.num_rows - 1 - self.heights[col]
        self.board[row][col] = ' '
        self.current_player = 'o' if self.current_player == 'x' else 'x'

    def check_winner(self):
        for r in range(self.num_rows):
            for c in range(self.num_cols):
                p = self.board[r][c]
                if p == ' ': continue
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    k = 1
                    while (0 <= r + k*dr < self.num_rows and 0 <= c + k*dc < self.num_cols
                           and self.board[r+k*dr][c+k*dc] == p):
                        k += 1
                    if k >= 4: return p
        if all(h == self.num_rows for h in self.heights):
            return 'draw'
        return None

    def game_over(self):
        return self.check_winner() is not None

    def print_board(self):
        print('\n'.join('|'.join(r) for r in self.board))

def minimax(game, depth, alpha, beta, maximizing):
    w = game.check_winner()
    if w == 'x': return None, 1000
    if w == 'o': return None, -1000
    if w == 'draw': return None, 0
    if depth == 0: return None, heuristic(game)
    best = None
    if maximizing:
        value = -math.inf
        for col in game.available_moves():
            game.make_move(col)
            _, v = minimax(game, depth-1, alpha, beta, False)
            game.undo_move(col)
            if v > value: value, best = v, col
            alpha = max(alpha, value)
            if alpha >= beta: break
    else:
        value = math.inf
        for col in game.available_moves():
            game.make_move(col)
            _, v = minimax(game, depth-1, alpha, beta, True)
            game.undo_move(col)
            if v < value: value, best = v, col
            beta = min(beta, value)
            if alpha >= beta: break
    return best, value

def heuristic(game):
    score = 0
    for r in range(game.num_rows):
        for c in range(game.num_cols):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < game.num_rows and 0 <= c+3*dc < game.num_cols:
                    w = [game.board[r+i*dr][c+i*dc] for i in range(4)]
                    if 'o' not in w: score += w.count('x')**2
                    if 'x' not in w: score -= w.count('o')**2
    return score / 10

def random_agent(game):
    return random.choice(game.available_moves())

def alpha_beta_agent(game):
    n = sum(r.count(' ') for r in game.board)
    return minimax(game, n, -math.inf, math.inf, game.current_player == 'x')[0]

def heuristic_agent(game, depth=4):
    return minimax(game, depth, -math.inf, math.inf, game.current_player == 'x')[0]

g = ConnectFour(4, 4)
g.make_move(1)
g.print_board()
