"""A node copies the bounds of its parent when it is made."""
#: whole = 3, 4

import utils
class Node:
    def __init__(self, board, isMax, depth, parent=None, move=None):
        self.board = board
        self.isMax = isMax
        self.depth = depth
        self.parent = parent
        self.move = move
        self.alpha = parent.alpha if parent else -1000000
        self.beta = parent.beta if parent else 1000000
        self.best = None

    def evaluate(self):
        total = 0
        for i in range(6):
            for j in range(6):
                if self.board[i][j] == 'B':
                    total += [5, 6, 8, 11, 16, 1000][i]
                elif self.board[i][j] == 'W':
                    total -= [1000, 16, 11, 8, 6, 5][i]
        return total + (self.depth if total > 500 else -self.depth if total < -500 else 0)

    def children(self):
        me, d = ('B', 1) if self.isMax else ('W', -1)
        for i in range(6):
            for j in range(6):
                if self.board[i][j] != me or not 0 <= i + d <= 5: continue
                for k in range(max(0, j - 1), min(6, j + 2)):
                    target = self.board[i + d][k]
                    if target == me or (target != '_' and k == j): continue
                    b = [r.copy() for r in self.board]
                    b[i][j] = '_'
                    b[i + d][k] = me
                    yield Node(b, not self.isMax, self.depth - 1, self, ([i, j], [i + d, k]))

    def expand(self):
        """returns minimax value of this node"""
        if self.depth == 0 or utils.is_game_over(self.board):
            return self.evaluate()
        for child in self.children():
            v = child.expand()
            if self.isMax and v > self.alpha:
                self.alpha, self.best = v, child
            elif not self.isMax and v < self.beta:
                self.beta, self.best = v, child
            if self.alpha >= self.beta: # PRUNE
                break
        return self.alpha if self.isMax else self.beta

class PlayerAI:
    def make_move(self, board):
        root = Node(board, True, 3)
        root.expand()
        return root.best.move
