"""Connect 4, boards as lists of lists. Converted from a notebook."""


import random
import functools

INFINITY = float("inf")
OPPONENT = {"x": "o", "o": "x"}


def initial_state(m=6, n=7):
    board = []
    for i in range(m):
        board.append([" "] * n)
    return board


def actions(board):
    return [j for j in range(len(board[0])) if board[0][j] == " "]


def result(board, player, action):
    new_board = [list(row) for row in board]
    i = len(board) - 1
    while new_board[i][action] != " ":
        i -= 1
    new_board[i][action] = player
    return new_board


@functools.lru_cache(maxsize=None)
def quads(m, n):
    """All sets of four cells in a line, for boards of m rows and n columns."""
    found = []
    for i in range(m):
        for j in range(n):
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(i + k * di, j + k * dj) for k in range(4)]
                if all(0 <= a < m and 0 <= b < n for a, b in cells):
                    found.append(tuple(cells))
    return tuple(found)


def winner(board):
    for quad in quads(len(board), len(board[0])):
        letters = {board[i][j] for i, j in quad}
        if len(letters) == 1 and " " not in letters:
            return letters.pop()
    return None


def is_terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board, player="x"):
    w = winner(board)
    if w is None:
        return 0
    return 1 if w == player else -1


def show_board(board):
    for row in board:
        print("|", " ".join(row), "|")
    print()


def random_player(board, player="x"):
    return random.choice(actions(board))


def alpha_beta_search(board, player="x"):
    return max_value(board, player, -INFINITY, INFINITY, actions)


def middle_out(board):
    n = len(board[0])
    return sorted(actions(board), key=lambda j: (abs(j - n // 2), j))


def alpha_beta_search_ordered(board, player="x"):
    return max_value(board, player, -INFINITY, INFINITY, middle_out)


def max_value(board, player, alpha, beta, order):
    if is_terminal(board):
        return utility(board, player), None
    value, move = -INFINITY, None
    for a in order(board):
        v, _ = min_value(result(board, player, a), player, alpha, beta, order)
        if v > value:
            value, move = v, a
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value, move


def min_value(board, player, alpha, beta, order):
    if is_terminal(board):
        return utility(board, player), None
    value, move = INFINITY, None
    for a in order(board):
        v, _ = max_value(result(board, OPPONENT[player], a), player, alpha, beta, order)
        if v < value:
            value, move = v, a
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value, move


def evaluate(board, player="x"):
    if is_terminal(board):
        return 100 * utility(board, player)
    score = 0
    for quad in quads(len(board), len(board[0])):
        letters = [board[i][j] for i, j in quad]
        mine, theirs = letters.count(player), letters.count(OPPONENT[player])
        if theirs == 0:
            score += (0, 1, 3, 9)[mine]
        elif mine == 0:
            score -= (0, 1, 3, 9)[theirs]
    return score / 10


def cutoff_search(board, player="x", cutoff=4):
    return limited(board, player, player, -INFINITY, INFINITY, cutoff, middle_out)


def forward_pruning_search(board, player="x", cutoff=4):
    return limited(board, player, player, -INFINITY, INFINITY, cutoff, promising)


def limited(board, me, mover, alpha, beta, left, order):
    if left == 0 or is_terminal(board):
        return evaluate(board, me), None
    best, move = None, None
    moves = promising(board, mover) if order is promising else order(board)
    for a in moves:
        v, _ = limited(result(board, mover, a), me, OPPONENT[mover], alpha, beta, left - 1, order)
        if best is None or (v > best if mover == me else v < best):
            best, move = v, a
        if mover == me:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


def shallow(board, mover, a):
    """The value after the move and the best reply."""
    board = result(board, mover, a)
    if is_terminal(board):
        return evaluate(board, mover)
    return min(evaluate(result(board, OPPONENT[mover], b), mover) for b in actions(board))


def promising(board, mover):
    """The better half of the moves in a search of two plies, and one more."""
    moves = middle_out(board)
    moves.sort(key=lambda a: shallow(board, mover, a), reverse=True)
    return moves[: len(moves) // 2 + 1]


def agent(board, player="x"):
    return cutoff_search(board, player, 3)[1]


def monte_carlo_search(board, player="x", N=100):
    def playout(board, mover):
        while not is_terminal(board):
            board = result(board, mover, random_player(board, mover))
            mover = OPPONENT[mover]
        return utility(board, player)

    values = {}
    for a in actions(board):
        child = result(board, player, a)
        values[a] = sum(playout(child, OPPONENT[player]) for _ in range(N)) / N
    return max(values, key=values.get)


if __name__ == "__main__":
    board, player = initial_state(5, 5), "x"
    while not is_terminal(board):
        column = agent(board, player) if player == "x" else random_player(board, player)
        board = result(board, player, column)
        player = OPPONENT[player]
    show_board(board)
    print("winner:", winner(board))
