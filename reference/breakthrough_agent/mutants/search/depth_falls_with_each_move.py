"""Each move that was tried takes one ply off the depth of the next ones."""
#: fails = 3, 2.2
#: whole = 3

import utils
import time
import copy
import random

class PlayerAI:
    def __init__(self):
        self.depth = 4

    def heuristic(self, board):
        my, opp = 0, 0
        for i in range(6):
            my += board[i].count('B') * (i + 1) * (i + 1)
            opp += board[i].count('W') * (6 - i) * (6 - i)
        if 'B' in board[5]:
            return 9999
        if 'W' in board[0]:
            return -9999
        return my - opp

    def children(self, board):
        out = []
        for i in range(5, -1, -1):
            for j in range(6):
                if board[i][j] == 'B':
                    for k in [j, j + 1, j - 1]:
                        if utils.is_valid_move(board, [i, j], [i + 1, k]):
                            out.append(([i, j], [i + 1, k]))
        return out

    def minimax(self, board, depth, alpha, beta, is_max):
        if depth <= 0 or utils.is_game_over(board):
            return self.heuristic(board)
        if is_max:
            v = -100000
            for src, dst in self.children(board):
                new = utils.state_change(copy.deepcopy(board), src, dst)
                depth -= 1
                v = max(v, self.minimax(new, depth, alpha, beta, False))
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
            return v
        v = 100000
        flipped = utils.invert_board(copy.deepcopy(board))
        for src, dst in self.children(flipped):
            new = utils.invert_board(utils.state_change(copy.deepcopy(flipped), src, dst))
            depth -= 1
            v = min(v, self.minimax(new, depth, alpha, beta, True))
            beta = min(beta, v)
            if alpha >= beta:
                break
        return v

    def make_move(self, board):
        best, move = -1000000, None
        for src, dst in self.children(board):
            new = utils.state_change(copy.deepcopy(board), src, dst)
            v = self.minimax(new, self.depth - 1, -100000, 100000, False)
            if v > best:
                best, move = v, (src, dst)
        return move
