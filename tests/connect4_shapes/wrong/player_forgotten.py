# # Adversarial Search: Playing Connect 4
# %%
import numpy as np, random, time
EMPTY, P1, P2 = 0, 1, -1

def create_board(rows=6, cols=7):
    return np.zeros((rows, cols), dtype=int)

def valid_moves(board):
    return [c for c in range(board.shape[1]) if board[0][c] == 0]

def drop_disc(board, col, player):
    b = board.copy()
    row = max(r for r in range(b.shape[0]) if b[r][col] == 0)
    b[row][col] = player
    return b

def four(board, player):
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in [(0,1),(1,0),(1,1),(-1,1)]:
                er, ec = r+3*dr, c+3*dc
                if 0 <= er < R and 0 <= ec < C and all(board[r+i*dr][c+i*dc] == player for i in range(4)):
                    return True
    return False

def game_over(board):
    return four(board, 1) or four(board, -1) or len(valid_moves(board)) == 0

def utility(board, player):
    if four(board, player): return 1
    if four(board, -player): return -1
    return 0

def show(board):
    sym = {0: '.', 1: 'x', -1: 'o'}
    for r in board: print(' '.join(sym[int(v)] for v in r))

def random_agent(board, player=1):
    return random.choice(valid_moves(board))

# %%
def minimax(board, depth, alpha, beta, player):
    """negamax with alpha and beta; value for player"""
    if game_over(board):
        return utility(board, player) * (1 + board.size), None
    if depth == 0:
        return 0, None
    best, best_col = -10**6, None
    for c in valid_moves(board):
        v, _ = minimax(drop_disc(board, c, player), depth - 1, -beta, -alpha, -player)
        if -v > best:
            best, best_col = -v, c
        alpha = max(alpha, best)
        if alpha >= beta: break
    return best, best_col

def alpha_beta_agent(board, player=1):
    # always plays for player 1: forgets its argument
    value, col = minimax(board, board.size, -10**6, 10**6, 1)
    return col

# %%
def heuristic(board, player):
    """counts threes and twos, always for player 1"""
    R, C = board.shape
    total = 0
    for r in range(R):
        for c in range(C):
            for dr, dc in [(0,1),(1,0),(1,1),(-1,1)]:
                er, ec = r+3*dr, c+3*dc
                if 0 <= er < R and 0 <= ec < C:
                    s = [board[r+i*dr][c+i*dc] for i in range(4)]
                    if -1 not in s: total += s.count(1) ** 2
                    if 1 not in s: total -= s.count(-1) ** 2
    return total

def heuristic_minimax(board, depth, alpha, beta, player):
    if game_over(board):
        return utility(board, player) * 1000, None
    if depth == 0:
        return heuristic(board, player), None   # wrong for -1
    best, best_col = -10**6, None
    for c in valid_moves(board):
        v, _ = heuristic_minimax(drop_disc(board, c, player), depth - 1, -beta, -alpha, -player)
        if -v > best:
            best, best_col = -v, c
        alpha = max(alpha, best)
        if alpha >= beta: break
    return best, best_col

def heuristic_agent(board, player=1, depth=3):
    return heuristic_minimax(board, depth, -10**6, 10**6, player)[1]

# %%
def monte_carlo_agent(board, player=1, sims=60):
    scores = {}
    for c in valid_moves(board):
        s = 0
        for _ in range(sims):
            b, p = drop_disc(board, c, player), -player
            while not game_over(b):
                b = drop_disc(b, random_agent(b, p), p)
                p = -p
            s += utility(b, player)
        scores[c] = s
    return max(scores, key=scores.get)
