# # Adversarial Search: Playing Connect 4
# %%
import math
import random
from collections import namedtuple
import numpy as np

GameState = namedtuple("GameState", "to_move, board")

class Game:
    def actions(self, state):
        raise NotImplementedError
    def result(self, state, move):
        raise NotImplementedError
    def terminal_test(self, state):
        return not self.actions(state)
    def to_move(self, state):
        return state.to_move

class ConnectFour(Game):
    def __init__(self, h=6, v=7, k=4):
        self.h, self.v, self.k = h, v, k
        self.initial = GameState("x", np.full((h, v), " "))

    def won(self, board, player):
        h, v = board.shape
        return any(
            all(board[r + dr * i, c + dc * i] == player for i in range(self.k))
            for r in range(h) for c in range(v) for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1))
            if 0 <= r + dr * 3 < h and c + dc * 3 < v
        )

    def actions(self, state):
        return [c for c in range(state.board.shape[1]) if state.board[0, c] == " "]

    def result(self, state, move):
        board = state.board.copy()
        board[np.flatnonzero(board[:, move] == " ")[-1], move] = state.to_move
        return GameState("o" if state.to_move == "x" else "x", board)

    def utility(self, state, player):
        other = "o" if player == "x" else "x"
        return 1 if self.won(state.board, player) else -1 if self.won(state.board, other) else 0

    def terminal_test(self, state):
        return self.utility(state, "x") != 0 or not self.actions(state)

    def display(self, state):
        for row in state.board:
            print(" ".join(c if c != " " else "." for c in row))

# %%
def random_player(game, state):
    return random.choice(game.actions(state))

# %%
def alpha_beta_search(state, game):
    player = game.to_move(state)
    def value(state, alpha, beta, sign):
        if game.terminal_test(state):
            return sign * game.utility(state, player)
        for a in game.actions(state):
            alpha = max(alpha, -value(game.result(state, a), -beta, -alpha, -sign))
            if alpha >= beta:
                break
        return alpha
    best, move = -math.inf, None
    for a in game.actions(state):
        v = -value(game.result(state, a), -math.inf, -best, -1)
        if v > best:
            best, move = v, a
    return move

class ConnectFourOrdered(ConnectFour):
    def actions(self, state):
        return sorted(super().actions(state), key=lambda c: abs(2 * c - state.board.shape[1] + 1))

# %%
def eval_fn(state, player):
    other = "o" if player == "x" else "x"
    board, total = state.board, 0
    for r in range(board.shape[0]):
        for c in range(board.shape[1]):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                if 0 <= r + 3 * dr < board.shape[0] and c + 3 * dc < board.shape[1]:
                    four = [board[r + dr * i, c + dc * i] for i in range(4)]
                    if four.count(" ") == 4 - four.count(player):
                        total += four.count(player) ** 2
                    if four.count(" ") == 4 - four.count(other):
                        total -= four.count(other) ** 2
    return total / 1000

def alpha_beta_cutoff_search(state, game, d=4, cutoff_test=None, eval_fn=eval_fn):
    player = game.to_move(state)
    cutoff_test = cutoff_test or (lambda state, depth: depth >= d or game.terminal_test(state))
    def value(state, alpha, beta, depth, sign):
        if cutoff_test(state, depth):
            over = game.terminal_test(state)
            return sign * (game.utility(state, player) if over else eval_fn(state, player))
        for a in game.actions(state):
            alpha = max(alpha, -value(game.result(state, a), -beta, -alpha, depth + 1, -sign))
            if alpha >= beta:
                break
        return alpha
    best, move = -math.inf, None
    for a in game.actions(state):
        v = -value(game.result(state, a), -math.inf, -best, 1, -1)
        if v > best:
            best, move = v, a
    return move
