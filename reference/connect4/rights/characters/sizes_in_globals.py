"""Every function loops to ROWS and COLS, which are set anew for a smaller board."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import random
import copy
import time
ROWS = 6
COLS = 7
EMPTY = ' '
PLAYER1 = 'x'
PLAYER2 = 'o'

def create_board():
    return [[EMPTY for _ in range(COLS)] for _ in range(ROWS)]

def print_board(board):
    for row in board:
        print('|' + '|'.join(row) + '|')
    print('+' + '-+' * COLS)

print_board(create_board())

def get_valid_moves(board):
    return [c for c in range(COLS) if board[0][c] == EMPTY]

def make_move(board, col, player):
    new = copy.deepcopy(board)
    for r in range(ROWS - 1, -1, -1):
        if new[r][col] == EMPTY:
            new[r][col] = player
            return new
    return None

def check_winner(board):
    for r in range(ROWS):
        for c in range(COLS):
            p = board[r][c]
            if p == EMPTY:
                continue
            if c + 3 < COLS and p == board[r][c+1] == board[r][c+2] == board[r][c+3]:
                return p
            if r + 3 < ROWS:
                if p == board[r+1][c] == board[r+2][c] == board[r+3][c]:
                    return p
                if c + 3 < COLS and p == board[r+1][c+1] == board[r+2][c+2] == board[r+3][c+3]:
                    return p
                if c - 3 >= 0 and p == board[r+1][c-1] == board[r+2][c-2] == board[r+3][c-3]:
                    return p
    return None

def is_full(board):
    return all(board[0][c] != EMPTY for c in range(COLS))

def is_terminal(board):
    return check_winner(board) is not None or is_full(board)

def utility(board, player):
    w = check_winner(board)
    if w == player:
        return 1
    if w is None:
        return 0
    return -1

def opponent(player):
    return PLAYER2 if player == PLAYER1 else PLAYER1

def random_agent(board, player='x'):
    return random.choice(get_valid_moves(board))

def play(agent_x, agent_o):
    board = create_board()
    player = 'x'
    while not is_terminal(board):
        move = (agent_x if player == 'x' else agent_o)(board, player)
        board = make_move(board, move, player)
        player = opponent(player)
    return check_winner(board)

wins = {'x': 0, 'o': 0, None: 0}
for i in range(20):
    wins[play(random_agent, random_agent)] += 1
print(wins)

nodes = 0
def alphabeta(board, player, current, alpha, beta):
    global nodes
    nodes += 1
    if is_terminal(board):
        return utility(board, player), None
    best_col = None
    if current == player:
        value = float('-inf')
        for col in get_valid_moves(board):
            score, _ = alphabeta(make_move(board, col, current), player, opponent(current), alpha, beta)
            if score > value:
                value, best_col = score, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value, best_col
    else:
        value = float('inf')
        for col in get_valid_moves(board):
            score, _ = alphabeta(make_move(board, col, current), player, opponent(current), alpha, beta)
            if score < value:
                value, best_col = score, col
            beta = min(beta, value)
            if alpha >= beta:
                break
        return value, best_col

def minimax_agent(board, player='x'):
    return alphabeta(board, player, player, float('-inf'), float('inf'))[1]

# smaller boards
ROWS, COLS = 4, 4
b = create_board()
for m, p in [(0,'x'),(1,'o'),(0,'x'),(1,'o'),(0,'x'),(1, 'o'),(2,'x')]:
    b = make_move(b, m, p)
print_board(b)
start = time.time()
print(minimax_agent(b, 'o'), nodes, time.time() - start)
ROWS, COLS = 6, 7

def evaluate_window(w, player):
    opp = opponent(player)
    if w.count(player) == 4: return 1000
    if w.count(player) == 3 and w.count(EMPTY) == 1: return 5
    if w.count(player) == 2 and w.count(EMPTY) == 2: return 2
    if w.count(opp) == 3 and w.count(EMPTY) == 1: return -4
    if w.count(opp) == 4: return -1000
    return 0

def evaluate_board(board, player):
    score = 3 * [board[r][COLS // 2] for r in range(ROWS)].count(player)
    score -= 3 * [board[r][COLS // 2] for r in range(ROWS)].count(opponent(player))
    for r in range(ROWS):
        for c in range(COLS - 3):
            score += evaluate_window(board[r][c:c+4], player)
    for r in range(ROWS - 3):
        for c in range(COLS):
            score += evaluate_window([board[r+i][c] for i in range(4)], player)
        for c in range(COLS - 3):
            score += evaluate_window([board[r+i][c+i] for i in range(4)], player)
            score += evaluate_window([board[r+3-i][c+i] for i in range(4)], player)
    return score

def alphabeta_cutoff(board, depth, alpha, beta, current, player):
    if is_terminal(board):
        return utility(board, player) * 100000, None
    if depth == 0:
        return evaluate_board(board, player), None
    best_col = None
    moves = sorted(get_valid_moves(board), key=lambda c: abs(c - COLS // 2))
    if current == player:
        value = float('-inf')
        for col in moves:
            score, _ = alphabeta_cutoff(make_move(board, col, current), depth - 1, alpha, beta, opponent(current), player)
            if score > value:
                value, best_col = score, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = float('inf')
        for col in moves:
            score, _ = alphabeta_cutoff(make_move(board, col, current), depth - 1, alpha, beta, opponent(current), player)
            if score < value:
                value, best_col = score, col
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, best_col

def heuristic_agent(board, player='x', depth=4):
    return alphabeta_cutoff(board, depth, float('-inf'), float('inf'), player, player)[1]

print(heuristic_agent(create_board(), 'x', 3))
