# # Connect 4: the board is one list, row by row from the top
# %%
import random

WIDTH, HEIGHT = 7, 6
EMPTY, FIRST, SECOND = 0, 1, 2
PLACES = range(WIDTH * HEIGHT)

def start():
    return [EMPTY] * (WIDTH * HEIGHT)

def free(board):
    return [c for c in range(WIDTH) if board[c] == EMPTY]

def drop(board, c, player):
    place = max(i for i in PLACES if i % WIDTH == c and board[i] == EMPTY)
    return board[:place] + [player] + board[place + 1 :]

def rival(player):
    return SECOND if player == FIRST else FIRST

def fours():
    for i in PLACES:
        r, c = divmod(i, WIDTH)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if r + 3 * dr < HEIGHT and 0 <= c + 3 * dc < WIDTH:
                yield [i + k * (dr * WIDTH + dc) for k in range(4)]

FOURS = list(fours())

def has_won(board, player):
    return any(all(board[i] == player for i in four) for four in FOURS)

def is_over(board):
    return has_won(board, FIRST) or has_won(board, SECOND) or EMPTY not in board

def utility(board, player):
    return has_won(board, player) - has_won(board, rival(player))

def show(board):
    for r in range(HEIGHT):
        print("".join(".XO"[cell] for cell in board[r * WIDTH : (r + 1) * WIDTH]))

show(drop(drop(start(), 3, FIRST), 3, SECOND))
# %%
def random_agent(board, player):
    return random.choice(free(board))
# %%
def alphabeta(board, player, alpha=-1, beta=1):
    """(value for the player to move, column)"""
    if is_over(board):
        return utility(board, player), None
    best = -2, None
    for c in free(board):
        value = -alphabeta(drop(board, c, player), rival(player), -beta, -alpha)[0]
        if value > best[0]:
            best = value, c
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best

# %%
# the same, but columns in the middle are tried first
def quick(board, player, alpha=-1, beta=1):
    if is_over(board):
        return utility(board, player), None
    best = -2, None
    for c in sorted(free(board), key=lambda c: abs(c - WIDTH // 2)):
        value = -quick(drop(board, c, player), rival(player), -beta, -alpha)[0]
        if value > best[0]:
            best = value, c
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best

def quick_move(board, player):
    return quick(board, player)[1]

# %%
def heuristic(board, player):
    total = 0
    for four in FOURS:
        cells = [board[i] for i in four]
        if rival(player) not in cells:
            total += cells.count(player) ** 2
        if player not in cells:
            total -= cells.count(rival(player)) ** 2
    return total / 1000

def minimax_h(board, player, depth, alpha=-2, beta=2):
    if is_over(board):
        return utility(board, player), None
    if depth == 0:
        return heuristic(board, player), None
    best = -3, None
    for c in free(board):
        value = -minimax_h(drop(board, c, player), rival(player), depth - 1, -beta, -alpha)[0]
        if value > best[0]:
            best = value, c
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
