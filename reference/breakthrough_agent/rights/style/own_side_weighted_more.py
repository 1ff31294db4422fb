"""The evaluation is given both sides, and rates the own one a little more."""
#: whole = 3, 4

import copy
class PlayerAI:
    """Attacking style: I like my own progress a bit more (1.2) than I fear yours (1.0)"""
    INF = float('inf')

    def evaluate(self, board, me, enemy):
        return 1.2 * self.side(board, me) - 1.0 * self.side(board, enemy)

    def side(self, board, who):
        t = 0
        for i, row in enumerate(board):
            for piece in row:
                if piece == who:
                    far = i if who == 'B' else 5 - i
                    t += 10 + far * far
        return t

    def moves(self, board, me, enemy):
        d = 1 if me == 'B' else -1
        for i in range(6):
            for j in range(6):
                if board[i][j] == me and 0 <= i + d <= 5:
                    if board[i + d][j] == '_': yield (i, j, i + d, j)
                    for k in (j - 1, j + 1):
                        if 0 <= k <= 5 and board[i + d][k] in ('_', enemy): yield (i, j, i + d, k)

    def negamax(self, board, me, enemy, depth, alpha, beta):
        if enemy in board[5 if enemy == 'B' else 0] or not any(me in r for r in board):
            return -10000 - depth, None
        if depth == 0:
            # evaluate() is always from B's view so that both sides mean the same thing (zero-sum)
            v = self.evaluate(board, 'B', 'W')
            return (v if me == 'B' else -v), None
        best = None
        for m in self.moves(board, me, enemy):
            b = copy.deepcopy(board)
            b[m[0]][m[1]], b[m[2]][m[3]] = '_', me
            v = -self.negamax(b, enemy, me, depth - 1, -beta, -alpha)[0]
            if v > alpha:
                alpha, best = v, m
                if alpha >= beta: # PRUNE
                    break
        return alpha, best

    def make_move(self, board):
        _, m = self.negamax(board, 'B', 'W', 3, -self.INF, self.INF)
        return [m[0], m[1]], [m[2], m[3]]
