"""Cells are None, "red" and "yellow", searches return a value and the line of play."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4

import random

RED, YELLOW = "red", "yellow"

def start_board(rows=6, columns=7):
    return [[None] * columns for _ in range(rows)]

def possible_moves(board):
    return [column for column, cell in enumerate(board[0]) if cell is None]

def apply(board, move, player):
    new = [list(row) for row in board]
    for row in reversed(new):
        if row[move] is None:
            row[move] = player
            return new

def enemy(player):
    return YELLOW if player == RED else RED

def fours(board):
    rows, columns = len(board), len(board[0])
    for r in range(rows):
        for c in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * dr < rows and 0 <= c + 3 * dc < columns:
                    yield [board[r + k * dr][c + k * dc] for k in range(4)]

def who_won(board):
    for four in fours(board):
        if four[0] is not None and len(set(four)) == 1:
            return four[0]
    return None

def finished(board):
    return who_won(board) is not None or not possible_moves(board)

def score(board, player=RED):
    won = who_won(board)
    return 0 if won is None else 1 if won == player else -1

def agent_random(board, player=RED):
    return random.choice(possible_moves(board))

def by_middle(board):
    return sorted(possible_moves(board), key=lambda c: abs(2 * c - len(board[0]) + 1))

def alphabeta(board, player=RED, alpha=-2, beta=2, moves=possible_moves):
    """The value, and the moves that lead to it."""
    if finished(board):
        return score(board, player), []
    best, line = -2, []
    for move in moves(board):
        value, rest = alphabeta(apply(board, move, player), enemy(player), -beta, -alpha, moves)
        if -value > best:
            best, line = -value, [move] + rest
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, line

def alphabeta_ordered(board, player=RED):
    return alphabeta(board, player, moves=by_middle)

def rate(board, player=RED):
    total = 0
    for four in fours(board):
        owners = set(four) - {None}
        if len(owners) == 1:
            worth = (0, 1, 4, 20, 400)[4 - four.count(None)]
            total += worth if player in owners else -worth
    return total

def depth_limited(board, player=RED, depth=4, alpha=-10**9, beta=10**9, moves=None):
    if finished(board):
        return 100_000 * score(board, player) * (1 + depth), []
    if depth == 0:
        return rate(board, player), []
    best, line = -10**9, []
    for move in by_middle(board) if moves is None else moves(board, player):
        value, rest = depth_limited(
            apply(board, move, player), enemy(player), depth - 1, -beta, -alpha, moves
        )
        if -value > best:
            best, line = -value, [move] + rest
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, line

def hopeful(board, player):
    """Forward pruning: keeps what is no worse than the middle between best and worst."""
    value = {m: -depth_limited(apply(board, m, player), enemy(player), 1)[0] for m in by_middle(board)}
    limit = (max(value.values()) + min(value.values())) / 2
    return [move for move in value if value[move] >= limit]

def search_forward_pruning(board, player=RED, depth=4):
    return depth_limited(board, player, depth, moves=hopeful)

def agent_cutoff(board, player=RED):
    return depth_limited(board, player, 4)[1][0]
