"""Agents return the whole board after their move."""

import numpy as np
import math


def initialize_board(rows=6, columns=7):
    return np.full((rows, columns), " ", dtype=str)


def check_actions(board):
    return np.where(board[0] == " ")[0]


def result(board, column, player):
    if board[0][column] != " ":
        return None
    b = np.copy(board)
    for row in reversed(range(b.shape[0])):
        if b[row][column] == " ":
            b[row][column] = player
            break
    return b


def lines(board):
    rows, cols = board.shape
    found = [list(r) for r in board] + [list(c) for c in board.T]
    for k in range(-rows + 1, cols):
        found.append(list(np.diagonal(board, k)))
        found.append(list(np.diagonal(np.fliplr(board), k)))
    return ["".join(one) for one in found]


def terminal(board):
    """1: x has won, -1: o has won, 0: draw, None: not over"""
    joined = "|".join(lines(board))
    if "xxxx" in joined:
        return 1
    if "oooo" in joined:
        return -1
    if (board != " ").all():
        return 0
    return None


def utility(board):
    end = terminal(board)
    return end if end is not None else 0


def visualize(board):
    print("\n".join("".join(cell.replace(" ", ".") for cell in row) for row in board))


def random_agent(board, player="x"):
    return result(board, np.random.choice(check_actions(board)), player)


def minimax_ab(board, player="x"):
    def mm(board, who, alpha, beta):
        if terminal(board) is not None:
            return utility(board), board
        best, chosen = (-math.inf, None) if who == "x" else (math.inf, None)
        for c in check_actions(board):
            after = result(board, c, who)
            v, _ = mm(after, "o" if who == "x" else "x", alpha, beta)
            if who == "x" and v > best:
                best, chosen, alpha = v, after, max(alpha, v)
            elif who == "o" and v < best:
                best, chosen, beta = v, after, min(beta, v)
            if beta <= alpha:
                break
        return best, chosen

    return mm(board, player, -math.inf, math.inf)[1]


def agent(board, player="x"):
    if (board == " ").sum() <= 9:
        return minimax_ab(board, player)
    other = "o" if player == "x" else "x"
    for who in (player, other):
        for c in check_actions(board):
            if terminal(result(board, c, who)) not in (None, 0):
                return result(board, c, player)
    middle = min(check_actions(board), key=lambda c: abs(c - board.shape[1] // 2))
    return result(board, middle, player)
