"""A class that holds its board; its methods take no board."""

import copy


class Board:
    def __init__(self, rows=6, cols=7):
        self.rows = rows
        self.cols = cols
        self.grid = [[" "] * cols for _ in range(rows)]

    def legal_moves(self):
        return [c for c in range(len(self.grid[0])) if self.grid[0][c] == " "]

    def drop(self, column, player):
        for row in reversed(self.grid):
            if row[column] == " ":
                row[column] = player
                return

    def has_won(self, player):
        rows, cols = len(self.grid), len(self.grid[0])
        for r in range(rows):
            for c in range(cols):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + k * dr, c + k * dc) for k in range(4)]
                    if all(0 <= i < rows and 0 <= j < cols and self.grid[i][j] == player for i, j in cells):
                        return True
        return False

    def is_over(self):
        return self.has_won("x") or self.has_won("o") or not self.legal_moves()

    def utility(self, player):
        if self.has_won(player):
            return 1
        return -1 if self.has_won("o" if player == "x" else "x") else 0


def alpha_beta_search(grid, player="x"):
    """grid: list of lists"""
    board = Board()
    board.grid = copy.deepcopy(grid)

    def value(board, who, alpha, beta):
        if board.is_over():
            return board.utility(who), None
        best, move = -2, None
        for c in board.legal_moves():
            after = copy.deepcopy(board)
            after.drop(c, who)
            v = -value(after, "o" if who == "x" else "x", -beta, -alpha)[0]
            if v > best:
                best, move = v, c
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, move

    return value(board, player, -2, 2)
