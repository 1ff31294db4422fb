"""The row in which a disc lands is worked out beside dropping it; the bottom row comes first."""
#: whole = 2.1, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import random

import numpy as np

HEIGHT = 6
WIDTH = 7


def create_board():
    return np.zeros((HEIGHT, WIDTH), dtype=int)


def next_open_row(board, column):
    return int(np.argmax(board[:, column] == 0))


def drop_piece(board, row, column, piece):
    board[row, column] = piece


def valid_moves(board):
    return [column for column in range(WIDTH) if board[HEIGHT - 1, column] == 0]


def quadruples(board):
    for row in range(HEIGHT):
        for column in range(WIDTH):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * up < HEIGHT and 0 <= column + 3 * right < WIDTH:
                    yield [int(board[row + i * up, column + i * right]) for i in range(4)]


def four(board, piece):
    return any(line == [piece] * 4 for line in quadruples(board))


def is_terminal(board):
    return four(board, 1) or four(board, 2) or not valid_moves(board)


def utility(board, piece):
    if four(board, piece):
        return 1
    return -1 if four(board, 3 - piece) else 0


def print_board(board):
    print(np.flipud(board))


def random_agent(board, piece):
    return random.choice(valid_moves(board))


def after(board, column, piece):
    copy = board.copy()
    drop_piece(copy, next_open_row(board, column), column, piece)
    return copy


def score_position(board, piece):
    score = 0
    for line in quadruples(board):
        if 3 - piece not in line:
            score += line.count(piece) ** 2
        if piece not in line:
            score -= line.count(3 - piece) ** 2
    return score


def minimax(board, depth, alpha, beta, maximizing_player):
    """(column, score) for piece 2, which maximizes."""
    if four(board, 2):
        return None, 10_000
    if four(board, 1):
        return None, -10_000
    if not valid_moves(board):
        return None, 0
    if depth == 0:
        return None, score_position(board, 2)
    best = None, -float("inf") if maximizing_player else float("inf")
    for column in valid_moves(board):
        piece = 2 if maximizing_player else 1
        _, score = minimax(
            after(board, column, piece), depth - 1, alpha, beta, not maximizing_player
        )
        if maximizing_player:
            best = max(best, (column, score), key=lambda one: one[1])
            alpha = max(alpha, score)
        else:
            best = min(best, (column, score), key=lambda one: one[1])
            beta = min(beta, score)
        if alpha >= beta:
            break
    return best


print_board(create_board())
print(minimax(create_board(), 2, -float("inf"), float("inf"), True))
