"""Functions take states of a dataclass, agents the board and the player."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1

import numpy as np, random, math
from dataclasses import dataclass
@dataclass
class GameState:
    board: np.ndarray
    current_player: str = 'x'

def initial_state(rows=6, cols=7): return GameState(np.full((rows, cols), ' '), 'x')
def get_actions(state): return [c for c in range(state.board.shape[1]) if state.board[0, c] == ' ']
def get_result(state, action):
    b = state.board.copy()
    r = np.where(b[:, action] == ' ')[0][-1]
    b[r, action] = state.current_player
    return GameState(b, 'o' if state.current_player == 'x' else 'x')
def winner(state):
    board = state.board
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            if board[r, c] != ' ':
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    if 0 <= r+3*dr < R and 0 <= c+3*dc < C and all(board[r+k*dr, c+k*dc] == board[r, c] for k in range(4)): return board[r, c]
    return None
def is_terminal(state): return winner(state) is not None or not get_actions(state)
def utility(state, player):
    w = winner(state)
    return 0 if w is None else 1 if w == player else -1
def print_board(state): print(state.board)
def random_agent(board, player='x'): return random.choice(get_actions(GameState(board, player)))

def alpha_beta(state, player, alpha=-math.inf, beta=math.inf):
    if is_terminal(state): return utility(state, player), None
    best = None
    if state.current_player == player:
        v = -math.inf
        for a in get_actions(state):
            x = alpha_beta(get_result(state, a), player, alpha, beta)[0]
            if x > v: v, best = x, a
            alpha = max(alpha, v)
            if alpha >= beta: break
    else:
        v = math.inf
        for a in get_actions(state):
            x = alpha_beta(get_result(state, a), player, alpha, beta)[0]
            if x < v: v, best = x, a
            beta = min(beta, v)
            if alpha >= beta: break
    return v, best
def alpha_beta_agent(board, player='x'):
    return alpha_beta(GameState(board, player), player)[1]
