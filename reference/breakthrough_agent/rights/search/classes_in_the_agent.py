"""Positions and searches are classes within the class of the agent."""
#: whole = 3, 4

import utils, time, copy, random

class PlayerAI:
    ''' my agent. everything is inside this class because coursemology has only one box '''

    class State:
        def __init__(self, grid, turn):
            self.grid = grid
            self.turn = turn

        def actions(self):
            step = 1 if self.turn == 'B' else -1
            for r in range(6):
                for c in range(6):
                    if self.grid[r][c] != self.turn:
                        continue
                    rr = r + step
                    if rr < 0 or rr > 5:
                        continue
                    for cc in (c - 1, c, c + 1):
                        if cc < 0 or cc > 5:
                            continue
                        t = self.grid[rr][cc]
                        if t == '_' or (cc != c and t != self.turn):
                            yield (r, c, rr, cc)

        def result(self, a):
            g = [row[:] for row in self.grid]
            g[a[0]][a[1]] = '_'
            g[a[2]][a[3]] = self.turn
            return PlayerAI.State(g, 'W' if self.turn == 'B' else 'B')

        def terminal(self):
            return utils.is_game_over(self.grid)

    class Search:
        def __init__(self, depth):
            self.depth = depth

        def utility(self, state):
            g = state.grid
            if 'B' in g[5]:
                return 10000
            if 'W' in g[0]:
                return -10000
            s = 0
            for r in range(6):
                for c in range(6):
                    if g[r][c] == 'B':
                        s += 10 + r * r
                    elif g[r][c] == 'W':
                        s -= 10 + (5 - r) * (5 - r)
            if not any('W' in x for x in g):
                s += 10000
            if not any('B' in x for x in g):
                s -= 10000
            return s

        def maximise(self, state, alpha, beta, d):
            if d == 0 or state.terminal():
                return self.utility(state) - d * 0.01, None
            v, mv = -10**9, None
            for a in state.actions():
                v2, _ = self.minimise(state.result(a), alpha, beta, d - 1)
                if v2 > v:
                    v, mv = v2, a
                    alpha = max(alpha, v)
                if v >= beta: # PRUNE
                    return v, mv
            return v, mv

        def minimise(self, state, alpha, beta, d):
            if d == 0 or state.terminal():
                return self.utility(state) + d * 0.01, None
            v, mv = 10**9, None
            for a in state.actions():
                v2, _ = self.maximise(state.result(a), alpha, beta, d - 1)
                if v2 < v:
                    v, mv = v2, a
                    beta = min(beta, v)
                if v <= alpha: # PRUNE
                    return v, mv
            return v, mv

    def make_move(self, board):
        _, m = self.Search(3).maximise(self.State(board, 'B'), -10**9, 10**9, 3)
        return [m[0], m[1]], [m[2], m[3]]
