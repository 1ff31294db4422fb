"""Its evaluation fails where a side has no pawns: that is no part of the search."""
#: whole = 3

import utils
import time
import copy
import random

# Breakthrough player. Right alpha beta, evaluation with features.

def pieces(board, colour):
    return [(r, c) for r in range(6) for c in range(6) if board[r][c] == colour]

def is_endangered(board, r, c):
    return r < 5 and ((c > 0 and board[r + 1][c - 1] == 'W') or (c < 5 and board[r + 1][c + 1] == 'W'))

def eval_board(board):
    black = pieces(board, 'B')
    white = pieces(board, 'W')
    material = len(black) - len(white)
    position = sum(r for r, c in black) - sum(5 - r for r, c in white)
    endangered = sum(1 for r, c in black if is_endangered(board, r, c))
    # how far the two front lines are
    furthest_black = max(r for r, c in black)
    furthest_white = min(r for r, c in white)
    return 8 * material + position - endangered + 2 * furthest_black + 2 * furthest_white

class PlayerAI:
    def make_move(self, board):
        end = time.time() + 2.5

        def moves(b):
            ms = []
            for r, c in pieces(b, 'B'):
                for d in (-1, 0, 1):
                    if utils.is_valid_move(b, (r, c), (r + 1, c + d)):
                        ms.append(((r, c), (r + 1, c + d)))
            ms.sort(key=lambda m: (b[m[1][0]][m[1][1]] == 'W', m[0][0]), reverse=True)
            return ms

        def minimax(b, depth, alpha, beta, black):
            if time.time() > end:
                raise TimeoutError('time')
            if 'B' in b[5]:
                return 1000 + depth
            if 'W' in b[0]:
                return -1000 - depth
            if depth == 0:
                return eval_board(b)
            if black:
                for src, dst in moves(b):
                    nb = copy.deepcopy(b)
                    utils.state_change(nb, src, dst)
                    alpha = max(alpha, minimax(nb, depth - 1, alpha, beta, False))
                    if alpha >= beta:
                        return alpha
                return alpha
            inv = utils.invert_board(copy.deepcopy(b))
            for src, dst in moves(inv):
                nb = copy.deepcopy(inv)
                utils.state_change(nb, src, dst)
                utils.invert_board(nb)
                beta = min(beta, minimax(nb, depth - 1, alpha, beta, True))
                if alpha >= beta:
                    return beta
            return beta

        todo = moves(board)
        result = todo[0]
        depth = 1
        try:
            while depth < 15:
                alpha = -10 ** 6
                best = None
                for src, dst in todo:
                    nb = copy.deepcopy(board)
                    utils.state_change(nb, src, dst)
                    v = minimax(nb, depth - 1, alpha, 10 ** 6, False)
                    if v > alpha:
                        alpha, best = v, (src, dst)
                result = best
                if alpha >= 1000:
                    break
                depth += 1
        except TimeoutError:
            pass
        return list(result[0]), list(result[1])
