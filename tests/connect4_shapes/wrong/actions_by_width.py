# # Adversarial Search: Playing Connect 4
# %%
import math
import random
import numpy as np

def initial_state(rows=6, cols=7):
    return np.full((rows, cols), " "), "x"

def show_board(state):
    print(state[0])

def actions(state):
    """columns with space left, but it compares with the number of columns"""
    board, _ = state
    return [c for c in range(board.shape[1]) if (board[:, c] != " ").sum() < board.shape[1]]

def result(state, player, action):
    board = state[0].copy()
    free = np.flatnonzero(board[:, action] == " ")
    if len(free):
        board[free[-1], action] = player
    return board, "o" if player == "x" else "x"

def is_terminal(state):
    """(over, winner)"""
    board, _ = state
    rows, cols = board.shape
    lines = ["".join(row) for row in board] + ["".join(column) for column in board.T]
    for d in range(-rows + 4, cols - 3):
        lines += ["".join(np.diagonal(board, d)), "".join(np.diagonal(board[::-1], d))]
    for p in "xo":
        if any(p * 4 in line for line in lines):
            return True, p
    return (False, None) if (board == " ").any() else (True, "draw")

def utility(state, player):
    over, winner = is_terminal(state)
    return None if not over else 0 if winner == "draw" else 1 if winner == player else -1

# %%
def random_player(state, player="x"):
    return random.choice(actions(state))

# %%
def alpha_beta_search(state, player):
    """(value, column)"""
    def value(s, alpha, beta, sign):
        u = utility(s, player)
        if u is not None:
            return sign * u, None
        best, move = -math.inf, None
        for a in actions(s):
            v = -value(result(s, s[1], a), -beta, -alpha, -sign)[0]
            if v > best:
                best, move = v, a
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, move
    return value((state[0], player), -math.inf, math.inf, 1)

# %%
def basic_heuristic(state, player):
    """(value, over)"""
    u = utility(state, player)
    if u is not None:
        return u, True
    board, total = state[0], 0
    for r in range(board.shape[0]):
        for c in range(board.shape[1]):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * dr < board.shape[0] and 0 <= c + 3 * dc < board.shape[1]:
                    four = [board[r + i * dr, c + i * dc] for i in range(4)]
                    mine = four.count(player)
                    his = 4 - mine - four.count(" ")
                    total += (mine**2 if not his else 0) - (his**2 if not mine else 0)
    return total / 1000, False

def heuristic_alpha_beta_search(state, cutoff, player):
    def value(s, alpha, beta, depth, sign):
        v, over = basic_heuristic(s, player)
        if over or depth == cutoff:
            return sign * v, None
        best, move = -math.inf, None
        for a in actions(s):
            v = -value(result(s, s[1], a), -beta, -alpha, depth + 1, -sign)[0]
            if v > best:
                best, move = v, a
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, move
    return value((state[0], player), -math.inf, math.inf, 0, 1)

# %%
def agent2(state, player):
    return heuristic_alpha_beta_search(state, 2, player)[1]
