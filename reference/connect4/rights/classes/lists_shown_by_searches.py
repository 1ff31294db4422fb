"""Rules that take boards of any kind, and searches that need nested lists; no function makes one."""
#: whole = 2.1, 2.2, 2.3, 2.4, 3.1, 4.1, 4.2, 4.4, 5.1

import copy
import random

FREE = "."


class Rules:
    def actions(self, board):
        return [column for column, top in enumerate(board[0]) if top == FREE]

    def result(self, board, action, player):
        board = copy.deepcopy(board)
        self.drop(board, action, player)
        return board

    def drop(self, board, action, player):
        row = max(row for row in range(len(board)) if board[row][action] == FREE)
        board[row][action] = player
        return row

    def winner(self, board):
        rows, columns = range(len(board)), range(len(board[0]))
        for row in rows:
            for column in columns:
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(row + down * step, column + right * step) for step in range(4)]
                    if all(r in rows and c in columns for r, c in line):
                        discs = {board[r][c] for r, c in line}
                        if len(discs) == 1 and discs != {FREE}:
                            return discs.pop()
        return None

    def terminal(self, board):
        return self.winner(board) is not None or not self.actions(board)

    def utility(self, board, player="x"):
        won_by = self.winner(board)
        return 0 if won_by is None else 1 if won_by == player else -1


rules = Rules()


def other(player):
    return "o" if player == "x" else "x"


def free_cells(board):
    return sum(line.count(FREE) for line in board)


def searched(board, player, alpha, beta, left):
    """The value for the player, who is to move, and a column; plies that are left may be endless."""
    if rules.terminal(board):
        return rules.utility(board, player) * (1 + free_cells(board)), None
    if left == 0:
        return heuristic(board, player), None
    best, chosen = -1000, None
    for column in rules.actions(board):
        child = [line[:] for line in board]
        rules.drop(child, column, player)
        value = -searched(child, other(player), -beta, -max(alpha, best), left - 1)[0]
        if value > best:
            best, chosen = value, column
        if best >= beta:
            break
    return best, chosen


def minimax_agent(board, player="x"):
    return searched(board, player, -1000, 1000, -1)[1]


def heuristic(board, player="x"):
    """Lines without a disc of the other side that could still become one, below one."""
    rows, columns = range(len(board)), range(len(board[0]))
    points = 0
    for row in rows:
        for column in columns:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + down * step, column + right * step) for step in range(4)]
                if all(r in rows and c in columns for r, c in line):
                    discs = [board[r][c] for r, c in line if board[r][c] != FREE]
                    if discs and len(set(discs)) == 1:
                        points += len(discs) ** 2 * (1 if discs[0] == player else -1)
    return points / 10_000


def cutoff_agent(board, player="x", depth=3):
    return searched(board, player, -1000, 1000, depth)[1]


def monte_carlo_agent(board, player="x", playouts=100):
    """The column with the best mean result of random games; each gets its share of them."""
    columns = rules.actions(board)
    results = dict.fromkeys(columns, 0.0)
    each = max(1, playouts // len(columns))
    for column in columns:
        for _ in range(each):
            game = [line[:] for line in board]
            rules.drop(game, column, player)
            mover = other(player)
            while not rules.terminal(game):
                rules.drop(game, random.choice(rules.actions(game)), mover)
                mover = other(mover)
            results[column] += rules.utility(game, player) / each
    return max(results, key=results.get)


for agent in (cutoff_agent, minimax_agent):
    print(agent([list(line) for line in ("oo.x", "xxox", "xoxo", "ooxx")], "o"))
