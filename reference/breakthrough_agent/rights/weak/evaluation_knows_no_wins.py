"""Textbook alpha-beta; the evaluation counts pawns and rows, and takes no board for won."""
#: whole = 3, 4

import copy
import utils

DEPTH = 3


def evaluate(board):
    total = 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == 'B':
                total += 5 + r
            elif board[r][c] == 'W':
                total -= 5 + (5 - r)
    return total


def successors(board):
    for r in range(6):
        for c in range(6):
            for d in (-1, 0, 1):
                if utils.is_valid_move(board, [r, c], [r + 1, c + d]):
                    yield [r, c], [r + 1, c + d]


def alphabeta(board, depth, alpha, beta, maximizing):
    if depth == 0 or utils.is_game_over(board):
        return evaluate(board), None
    best = None
    if maximizing:
        value = float('-inf')
        for src, dst in successors(board):
            child = utils.state_change(board, src, dst, in_place=False)
            score, _ = alphabeta(child, depth - 1, alpha, beta, False)
            if score > value:
                value, best = score, (src, dst)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value, best
    value = float('inf')
    flipped = utils.invert_board(board, in_place=False)
    for src, dst in successors(flipped):
        child = utils.state_change(copy.deepcopy(flipped), src, dst)
        utils.invert_board(child)
        score, _ = alphabeta(child, depth - 1, alpha, beta, True)
        if score < value:
            value, best = score, (src, dst)
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value, best


class PlayerAI:
    def make_move(self, board):
        return alphabeta(board, DEPTH, float('-inf'), float('inf'), True)[1]
