"""Where the search stops at an odd depth, it takes Black's view of White's positions."""
#: fails = 3/*
#: whole = 3

from utils import *
import time
import copy

# number board: 1 black, -1 white, 0 empty

class PlayerAI:
    def make_move(self, board):
        grid = [[1 if x == 'B' else -1 if x == 'W' else 0 for x in row] for row in board]
        t = time.time()
        best = None
        depth = 2
        while depth <= 6:
            m, v = self.root(grid, depth, t)
            if m is None:
                break
            best = m
            if v > 900:
                break
            depth += 1
        if best is None:
            return generate_rand_move(board)
        return list(best[0]), list(best[1])

    def root(self, grid, depth, t):
        top, choice = -10000, None
        for mv in self.moves(grid, 1):
            nxt = self.move(grid, mv, 1)
            v = -self.negamax(nxt, depth - 1, -10000, -top, -1, t)
            if time.time() - t > 2.5:
                return None, 0
            if v > top:
                top, choice = v, mv
        return choice, top

    def moves(self, grid, p):
        res = []
        for r in range(6):
            for c in range(6):
                if grid[r][c] == p:
                    nr = r + p
                    if not 0 <= nr < 6:
                        continue
                    for nc in (c - 1, c, c + 1):
                        if 0 <= nc < 6 and (grid[nr][nc] == 0 or (nc != c and grid[nr][nc] == -p)):
                            res.append(((r, c), (nr, nc)))
        res.sort(key=lambda m: abs(grid[m[1][0]][m[1][1]]), reverse=True)
        return res

    def move(self, grid, mv, p):
        g = [row[:] for row in grid]
        (a, b), (c, d) = mv
        g[a][b] = 0
        g[c][d] = p
        return g

    def static(self, grid, p):
        s = 0
        for r in range(6):
            for c in range(6):
                if grid[r][c] == 1:
                    s += 5 + r
                elif grid[r][c] == -1:
                    s -= 5 + 5 - r
        return s

    def negamax(self, grid, depth, alpha, beta, p, t):
        if 1 in grid[5]:
            return 1000 * p
        if -1 in grid[0]:
            return -1000 * p
        if depth == 0 or time.time() - t > 2.5:
            return self.static(grid, p)
        best = -10000
        for mv in self.moves(grid, p):
            v = -self.negamax(self.move(grid, mv, p), depth - 1, -beta, -alpha, -p, t)
            best = max(best, v)
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best
