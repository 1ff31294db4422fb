"""A class of the game that takes states, and agents as classes with a method ``act``."""

import random
import numpy as np


class Connect4:
    def __init__(self, rows=6, cols=7):
        self.rows, self.cols = rows, cols

    def initial(self):
        return np.full((self.rows, self.cols), " ")

    def player(self, state):
        return "x" if np.sum(state == "x") == np.sum(state == "o") else "o"

    def actions(self, state):
        return [c for c in range(state.shape[1]) if state[0][c] == " "]

    def result(self, state, action):
        s = state.copy()
        r = max(i for i in range(s.shape[0]) if s[i][action] == " ")
        s[r][action] = self.player(state)
        return s

    def winner(self, state):
        rows, cols = state.shape
        for r in range(rows):
            for c in range(cols):
                p = state[r][c]
                if p == " ":
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if (0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < cols
                            and all(state[r + i * dr][c + i * dc] == p for i in range(1, 4))):
                        return p
        return None

    def terminal(self, state):
        return self.winner(state) is not None or not self.actions(state)

    def utility(self, state, player):
        w = self.winner(state)
        return 0 if w is None else 1 if w == player else -1


class RandomAgent:
    def __init__(self, player="x"):
        self.player = player

    def act(self, board):
        return random.choice(Connect4().actions(board))


class AlphaBetaAgent:
    def __init__(self, player="x"):
        self.player = player
        self.game = Connect4()
        self.nodes = 0

    def act(self, board):
        return self.search(board, -2, 2)[1]

    def search(self, board, alpha, beta):
        self.nodes += 1
        if self.game.terminal(board):
            return self.game.utility(board, self.player), None
        mine = self.game.player(board) == self.player
        best, move = (-2, None) if mine else (2, None)
        for a in self.game.actions(board):
            v, _ = self.search(self.game.result(board, a), alpha, beta)
            if mine and v > best:
                best, move, alpha = v, a, max(alpha, v)
            if not mine and v < best:
                best, move, beta = v, a, min(beta, v)
            if alpha >= beta:
                break
        return best, move


class HeuristicAgent(AlphaBetaAgent):
    def __init__(self, player="x", depth=3):
        super().__init__(player)
        self.depth = depth

    def act(self, board):
        # wins, then blocks, then the middle
        me = self.game.player(board)
        for a in self.game.actions(board):
            if self.game.winner(self.game.result(board, a)) == me:
                return a
        safe = []
        for a in self.game.actions(board):
            after = self.game.result(board, a)
            if not any(self.game.winner(self.game.result(after, b)) for b in self.game.actions(after)):
                safe.append(a)
        return min(safe or self.game.actions(board), key=lambda a: abs(a - board.shape[1] // 2))
