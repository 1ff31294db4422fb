"""All functions stand inside of make_move, the evaluation is a lambda that counts moves."""
#: whole = 3

import utils
import time
import copy
import random


class PlayerAI:
    def make_move(self, board):
        depth_limit = 3

        def moves_of(b, who):
            out = []
            fwd = 1 if who == "B" else -1
            for x in range(6):
                for y in range(6):
                    if b[x][y] == who and 0 <= x + fwd <= 5:
                        if b[x + fwd][y] == "_":
                            out.append((x, y, x + fwd, y))
                        if y - 1 >= 0 and b[x + fwd][y - 1] != who:
                            out.append((x, y, x + fwd, y - 1))
                        if y + 1 <= 5 and b[x + fwd][y + 1] != who:
                            out.append((x, y, x + fwd, y + 1))
            return out

        evaluate = lambda b: len(moves_of(b, "B")) - len(moves_of(b, "W"))

        def finished(b):
            return "B" in b[5] or "W" in b[0]

        def after(b, mv, who):
            n = copy.deepcopy(b)
            n[mv[0]][mv[1]] = "_"
            n[mv[2]][mv[3]] = who
            return n

        def maxi(b, d, alpha, beta):
            mvs = moves_of(b, "B")
            if d == 0 or finished(b) or not mvs:
                return evaluate(b), None
            best, best_mv = -1000, None
            for mv in mvs:
                v, _ = mini(after(b, mv, "B"), d - 1, alpha, beta)
                if v > best:
                    best, best_mv = v, mv
                if best >= beta:
                    return best, best_mv
                alpha = max(alpha, best)
            return best, best_mv

        def mini(b, d, alpha, beta):
            mvs = moves_of(b, "W")
            if d == 0 or finished(b) or not mvs:
                return evaluate(b), None
            best, best_mv = 1000, None
            for mv in mvs:
                v, _ = maxi(after(b, mv, "W"), d - 1, alpha, beta)
                if v < best:
                    best, best_mv = v, mv
                if best <= alpha:
                    return best, best_mv
                beta = min(beta, best)
            return best, best_mv

        value, mv = maxi(board, depth_limit, -1000, 1000)
        return [mv[0], mv[1]], [mv[2], mv[3]]
