"""A negamax takes Black's view of each position where it ends, whoever is to move."""
#: fails = 3
#: whole = 3

import utils
import copy
import time


class PlayerAI:
    DEPTH = 3

    def heuristic(self, board):
        # always for Black
        v = 0
        for i in range(6):
            for j in range(6):
                if board[i][j] == 'B':
                    v += 10 + 2 * i + (1000 if i == 5 else 0)
                elif board[i][j] == 'W':
                    v -= 10 + 2 * (5 - i) + (1000 if i == 0 else 0)
        return v

    def legal(self, board, p):
        d = 1 if p == 'B' else -1
        out = []
        for i in range(6):
            for j in range(6):
                if board[i][j] == p and 0 <= i + d < 6:
                    for k in (j, j - 1, j + 1):
                        if 0 <= k < 6:
                            t = board[i + d][k]
                            if t == '_' or (k != j and t != p):
                                out.append([[i, j], [i + d, k]])
        return out

    def negamax(self, board, depth, alpha, beta, p):
        if depth == 0 or utils.is_game_over(board):
            return self.heuristic(board), None
        best, best_move = -10 ** 6, None
        for m in self.legal(board, p):
            nb = copy.deepcopy(board)
            nb[m[0][0]][m[0][1]] = '_'
            nb[m[1][0]][m[1][1]] = p
            v, _ = self.negamax(nb, depth - 1, -beta, -alpha, 'W' if p == 'B' else 'B')
            v = -v
            if v > best:
                best, best_move = v, m
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best, best_move

    def make_move(self, board):
        return self.negamax(board, self.DEPTH, -10 ** 6, 10 ** 6, 'B')[1]
