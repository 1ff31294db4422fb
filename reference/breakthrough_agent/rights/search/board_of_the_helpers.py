"""The board is in the closure of helpers alone, which the search calls without an argument."""

import time
import utils

class PlayerAI:
    def make_move(self, board):
        start = time.time()
        code = {'B': 1, 'W': -1, '_': 0}
        grid = [[code[x] for x in row] for row in board]
        best_move = None
        best_value = float('-inf')
        MAX_D = 4

        def gen(player):
            """ yields the moves of player (1 or -1) lazily """
            for (r, c) in [(r, c) for r in range(6) for c in range(6) if grid[r][c] == player]:
                nr = r + player
                if not 0 <= nr < 6:
                    continue
                for nc in (c - 1, c, c + 1):
                    if not 0 <= nc < 6:
                        continue
                    t = grid[nr][nc]
                    if t == 0 or (t == -player and nc != c):
                        yield int(r), int(c), int(nr), int(nc)

        material = lambda: sum(map(sum, grid))
        advance = lambda: sum(r * grid[r].count(1) - (5 - r) * grid[r].count(-1) for r in range(6))
        evaluate = lambda: 3 * material() + advance()

        def over():
            if 1 in grid[5] or not any(-1 in r for r in grid):
                return 1
            if -1 in grid[0] or not any(1 in r for r in grid):
                return -1
            return 0

        def do(m, player):
            r, c, nr, nc = m
            cap = grid[nr][nc]
            grid[r][c] = 0
            grid[nr][nc] = player
            return cap

        def undo(m, player, cap):
            r, c, nr, nc = m
            grid[r][c] = player
            grid[nr][nc] = cap

        def alphabeta(depth, alpha, beta, player):
            nonlocal best_move, best_value
            end = over()
            if end != 0:
                return end * (10000 - depth)
            if depth == MAX_D or time.time() - start > 2.6:
                return evaluate()
            if player == 1:
                for m in list(gen(1)):
                    cap = do(m, 1)
                    val = alphabeta(depth + 1, alpha, beta, -1)
                    undo(m, 1, cap)
                    if depth == 0 and val > best_value:
                        best_value, best_move = val, m
                    if val > alpha:
                        alpha = val
                    if alpha >= beta:
                        return beta
                return alpha
            else:
                for m in list(gen(-1)):
                    cap = do(m, -1)
                    val = alphabeta(depth + 1, alpha, beta, 1)
                    undo(m, -1, cap)
                    if val < beta:
                        beta = val
                    if beta <= alpha:
                        return alpha
                return beta

        alphabeta(0, float('-inf'), float('inf'), 1)
        r, c, nr, nc = best_move
        return [r, c], [nr, nc]
