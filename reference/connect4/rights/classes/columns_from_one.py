"""A class that holds lists of Rs and Ys on dots, whose methods count columns from 1."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import random


class Connect4:
    def __init__(self, rows=6, cols=7, grid=None):
        self.grid = [["."] * cols for _ in range(rows)] if grid is None else [list(r) for r in grid]
        self.rows, self.cols = len(self.grid), len(self.grid[0])

    @staticmethod
    def opponent(player):
        return "Y" if player == "R" else "R"

    def moves(self):
        return [number + 1 for number, cell in enumerate(self.grid[0]) if cell == "."]

    def drop(self, col, player):
        after = Connect4(grid=self.grid)
        for row in reversed(after.grid):
            if row[col - 1] == ".":
                row[col - 1] = player
                return after
        raise ValueError("this column is full")

    def fours(self):
        for r in range(self.rows):
            for c in range(self.cols):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if r + 3 * dr < self.rows and 0 <= c + 3 * dc < self.cols:
                        yield [self.grid[r + k * dr][c + k * dc] for k in range(4)]

    def winner(self):
        for four in self.fours():
            if four[0] != "." and four.count(four[0]) == 4:
                return four[0]
        return None

    def full(self):
        return "." not in self.grid[0]

    def is_over(self):
        return self.winner() is not None or self.full()

    def utility(self, player):
        winner = self.winner()
        if winner is None:
            return 0
        return 1 if winner == player else -1

    def show(self):
        for row in self.grid:
            print(" ".join(row))


def random_agent(board, player="R"):
    return random.choice(board.moves())


def negamax(board, player, alpha=-2, beta=2):
    if board.is_over():
        return board.utility(player), None
    best, choice = -2, None
    for col in board.moves():
        after = board.drop(col, player)
        value = -negamax(after, board.opponent(player), -beta, -alpha)[0]
        if value > best:
            best, choice = value, col
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, choice


def minimax_agent(board, player="R"):
    return negamax(board, player)[1]


WORTH = [0, 1, 5, 25, 0]


def evaluate(board, player):
    other, total = board.opponent(player), 0
    for four in board.fours():
        mine, theirs = four.count(player), four.count(other)
        if not theirs:
            total += WORTH[mine]
        elif not mine:
            total -= WORTH[theirs]
    return total


def negamax_cutoff(board, player, depth, alpha=-10**6, beta=10**6):
    winner = board.winner()
    if winner is not None:
        return (10_000 + depth if winner == player else -10_000 - depth), None
    if board.full():
        return 0, None
    if depth == 0:
        return evaluate(board, player), None
    best, choice = -10**6, None
    for col in board.moves():
        after = board.drop(col, player)
        value = -negamax_cutoff(after, board.opponent(player), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, choice = value, col
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, choice


def cutoff_agent(board, player="R", depth=4):
    return negamax_cutoff(board, player, depth)[1]
