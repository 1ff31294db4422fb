"""Boards have 6 rows and 7 columns throughout: no function works with another size."""
#: whole = 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1
#: fails = 2.1/columns_on_other_boards, 2.2/discs_fall_on_other_boards, 2.3/ends_on_other_boards, 2.4/results_on_other_boards, 2.5/picture_of_other_boards

import numpy as np
import math
import random

def create_board():
    return np.zeros((6, 7))

def switch_player(player):
    return -1 if player == 1 else 1

def actions(board):
    moves = []
    for c in range(7):
        if board[0][c] == 0:
            moves.append(c)
    return moves

def result(board, action, player):
    new_board = board.copy()
    for r in range(5, -1, -1):
        if new_board[r][action] == 0:
            new_board[r][action] = player
            break
    return new_board

def check_win(board, player):
    # horizontal
    for r in range(6):
        for c in range(4):
            if board[r][c] == player and board[r][c+1] == player and board[r][c+2] == player and board[r][c+3] == player:
                return True
    # vertical
    for r in range(3):
        for c in range(7):
            if board[r][c] == player and board[r+1][c] == player and board[r+2][c] == player and board[r+3][c] == player:
                return True
    # diagonal
    for r in range(3):
        for c in range(4):
            if board[r][c] == player and board[r+1][c+1] == player and board[r+2][c+2] == player and board[r+3][c+3] == player:
                return True
    for r in range(3, 6):
        for c in range(4):
            if board[r][c] == player and board[r-1][c+1] == player and board[r-2][c+2] == player and board[r-3][c+3] == player:
                return True
    return False

def terminal(board):
    return check_win(board, 1) or check_win(board, -1) or len(actions(board)) == 0

def utility(board, player):
    if check_win(board, player):
        return 1
    if check_win(board, switch_player(player)):
        return -1
    return 0

def visualize(board):
    print("---------------")
    for r in range(6):
        row = "|"
        for c in range(7):
            if board[r][c] == 1:
                row += "x|"
            elif board[r][c] == -1:
                row += "o|"
            else:
                row += " |"
        print(row)
    print("---------------")


def random_player(board, player=1):
    return random.choice(actions(board))

def play(x, o, N=100):
    results = {'x': 0, 'o': 0, 'd': 0}
    for i in range(N):
        board = create_board()
        player, fun = 1, x
        while True:
            a = fun(board, player)
            board = result(board, a, player)
            if terminal(board):
                u = utility(board, 1)
                if u == 1: results['x'] += 1
                elif u == -1: results['o'] += 1
                else: results['d'] += 1
                break
            player, fun = switch_player(player), o if fun == x else x
    return results


def minimax_search(board, player):
    value, move = max_value(board, player, -math.inf, math.inf)
    return value, move

def max_value(board, player, alpha, beta):
    if terminal(board):
        return utility(board, player), None
    v, move = -math.inf, None
    for a in actions(board):
        v2, a2 = min_value(result(board, a, player), player, alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move

def min_value(board, player, alpha, beta):
    if terminal(board):
        return utility(board, player), None
    v, move = math.inf, None
    for a in actions(board):
        v2, a2 = max_value(result(board, a, switch_player(player)), player, alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move

def minimax_player(board, player=1):
    value, move = minimax_search(board, player)
    return move

order = [3, 2, 4, 1, 5, 0, 6]
def move_ordering(board):
    return [c for c in order if c in actions(board)]

def minimax_search_ordered(board, player):
    return max_value_ordered(board, player, -math.inf, math.inf)

def max_value_ordered(board, player, alpha, beta):
    if terminal(board):
        return utility(board, player), None
    v, move = -math.inf, None
    for a in move_ordering(board):
        v2, a2 = min_value_ordered(result(board, a, player), player, alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move

def min_value_ordered(board, player, alpha, beta):
    if terminal(board):
        return utility(board, player), None
    v, move = math.inf, None
    for a in move_ordering(board):
        v2, a2 = max_value_ordered(result(board, a, switch_player(player)), player, alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move

def count_window(window, player):
    score = 0
    opp = switch_player(player)
    window = list(window)
    if window.count(player) == 3 and window.count(0) == 1:
        score += 5
    elif window.count(player) == 2 and window.count(0) == 2:
        score += 2
    if window.count(opp) == 3 and window.count(0) == 1:
        score -= 5
    elif window.count(opp) == 2 and window.count(0) == 2:
        score -= 2
    return score

def eval_fn(board, player):
    if terminal(board):
        return utility(board, player) * 1000
    score = 0
    for r in range(6):
        for c in range(4):
            score += count_window(board[r, c:c+4], player)
    for c in range(7):
        for r in range(3):
            score += count_window(board[r:r+4, c], player)
    for r in range(3):
        for c in range(4):
            score += count_window([board[r+i][c+i] for i in range(4)], player)
            score += count_window([board[r+3-i][c+i] for i in range(4)], player)
    return score

def h_minimax_search(board, player, cutoff=4):
    return h_max(board, player, -math.inf, math.inf, 0, cutoff)

def h_max(board, player, alpha, beta, depth, cutoff):
    if terminal(board) or depth == cutoff:
        return eval_fn(board, player), None
    v, move = -math.inf, None
    for a in move_ordering(board):
        v2, _ = h_min(result(board, a, player), player, alpha, beta, depth + 1, cutoff)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move

def h_min(board, player, alpha, beta, depth, cutoff):
    if terminal(board) or depth == cutoff:
        return eval_fn(board, player), None
    v, move = math.inf, None
    for a in move_ordering(board):
        v2, _ = h_max(result(board, a, switch_player(player)), player, alpha, beta, depth + 1, cutoff)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move

def heuristic_player(board, player=1):
    return h_minimax_search(board, player, 4)[1]

def forward_pruning_search(board, player, cutoff=4, keep=4):
    return fp_max(board, player, -math.inf, math.inf, 0, cutoff, keep)

def best_moves(board, mover, keep):
    scored = [(eval_fn(result(board, a, mover), mover), a) for a in actions(board)]
    scored.sort(reverse=True)
    kept = [a for s, a in scored[:keep]]
    # never throw a block away
    for a in actions(board):
        if check_win(result(board, a, switch_player(mover)), switch_player(mover)) and a not in kept:
            kept.append(a)
    return kept

def fp_max(board, player, alpha, beta, depth, cutoff, keep):
    if terminal(board) or depth == cutoff:
        return eval_fn(board, player), None
    v, move = -math.inf, None
    for a in best_moves(board, player, keep):
        v2, _ = fp_min(result(board, a, player), player, alpha, beta, depth + 1, cutoff, keep)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move

def fp_min(board, player, alpha, beta, depth, cutoff, keep):
    if terminal(board) or depth == cutoff:
        return eval_fn(board, player), None
    v, move = math.inf, None
    for a in best_moves(board, switch_player(player), keep):
        v2, _ = fp_max(result(board, a, switch_player(player)), player, alpha, beta, depth + 1, cutoff, keep)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move

def playout(board, action, player):
    board = result(board, action, player)
    p = switch_player(player)
    while not terminal(board):
        board = result(board, random_player(board), p)
        p = switch_player(p)
    return utility(board, player)

def playouts(board, action, player, N=100):
    return [playout(board, action, player) for i in range(N)]

def pmcs(board, player=1, N=100):
    a = actions(board)
    n = math.floor(N / len(a))
    ps = [np.mean(playouts(board, i, player, n)) for i in a]
    return a[np.argmax(ps)]
