"""The loop over White's replies returns after the first one."""
#: fails = 3
#: whole = 3

import utils
import copy
import time


class PlayerAI:
    def evaluate(self, board):
        if 'B' in board[5]:
            return 1000
        if 'W' in board[0]:
            return -1000
        mine = theirs = 0
        for r in range(6):
            for c in range(6):
                if board[r][c] == 'B':
                    mine += 8 + r
                if board[r][c] == 'W':
                    theirs += 8 + 5 - r
        return mine - theirs

    def all_moves(self, board):
        result = []
        for r in range(6):
            for c in range(6):
                if board[r][c] == 'B':
                    for k in (c - 1, c, c + 1):
                        if utils.is_valid_move(board, [r, c], [r + 1, k]):
                            result.append([[r, c], [r + 1, k]])
        return result

    def next_board(self, board, mv, black):
        nb = copy.deepcopy(board)
        if black:
            return utils.state_change(nb, mv[0], mv[1])
        utils.invert_board(nb)
        utils.state_change(nb, mv[0], mv[1])
        return utils.invert_board(nb)

    def max_turn(self, board, depth, alpha, beta):
        if depth == 0 or utils.is_game_over(board):
            return self.evaluate(board)
        best = -10000
        for mv in self.all_moves(board):
            best = max(best, self.min_turn(self.next_board(board, mv, True), depth - 1, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best

    def min_turn(self, board, depth, alpha, beta):
        if depth == 0 or utils.is_game_over(board):
            return self.evaluate(board)
        best = 10000
        inverted = utils.invert_board(copy.deepcopy(board))
        for mv in self.all_moves(inverted):
            best = min(best, self.max_turn(self.next_board(board, mv, False), depth - 1, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
            return best
        return best

    def make_move(self, board):
        moves = self.all_moves(board)
        best_move = moves[0]
        best = -10000
        for mv in moves:
            v = self.min_turn(self.next_board(board, mv, True), 2, best, 10000)
            if v > best:
                best = v
                best_move = mv
        return best_move
