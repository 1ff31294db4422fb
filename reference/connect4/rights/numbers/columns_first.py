"""Lists of columns, ``board[x][y]`` with y from the top, and tuples of row and column as moves."""

import random

EMPTY, X, O = 0, 1, 2


def new_board(width=7, height=6):
    return [[EMPTY] * height for x in range(width)]


def possible_moves(board):
    moves = []
    for x in range(len(board)):
        free = board[x].count(EMPTY)
        if free:
            moves.append((x, free - 1))
    return moves


def play(board, x, who):
    copy = [list(col) for col in board]
    y = copy[x].count(EMPTY) - 1
    copy[x][y] = who
    return copy


def winner(board):
    width, height = len(board), len(board[0])
    for x in range(width):
        for y in range(height):
            who = board[x][y]
            if who == EMPTY:
                continue
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                ex, ey = x + 3 * dx, y + 3 * dy
                if ex < width and 0 <= ey < height:
                    if all(board[x + k * dx][y + k * dy] == who for k in range(4)):
                        return who
    return 0


def game_over(board):
    return winner(board) != 0 or not possible_moves(board)


def utility(board, who):
    w = winner(board)
    if w == 0:
        return 0
    return 1 if w == who else -1


def opponent(who):
    return 3 - who


def alpha_beta(board, who=X, alpha=-1, beta=1):
    if game_over(board):
        return utility(board, who), None
    best_move = None
    best = -2
    for x, y in possible_moves(board):
        v = -alpha_beta(play(board, x, who), opponent(who), -beta, -alpha)[0]
        if v > best:
            best, best_move = v, x
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move


def monte_carlo(board, who=X, simulations=100):
    scores = []
    for x, _ in possible_moves(board):
        total = 0
        for _ in range(simulations):
            b, turn = play(board, x, who), opponent(who)
            while not game_over(b):
                b = play(b, random.choice(possible_moves(b))[0], turn)
                turn = opponent(turn)
            total += utility(b, who)
        scores.append((total, x))
    return max(scores)[1]


def random_agent(board, who=X):
    return random.choice([x for x, _ in possible_moves(board)])


def print_board(board):
    for y in range(len(board[0])):
        print("".join(".xo"[col[y]] for col in board))
