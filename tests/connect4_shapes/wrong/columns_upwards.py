# # Adversarial Search: Playing Connect 4
# %%
import random
import numpy as np

def make_board(cols=7, rows=6):
    """board[x][y], y from the bottom"""
    return np.full((cols, rows), " ")

def actions(board):
    return [x for x in range(len(board)) if board[x][-1] == " "]

def action(player, action, board):
    y = list(board[action]).index(" ")
    board[action][y] = player
    return board

def undo(action, board):
    y = max(y for y, cell in enumerate(board[action]) if cell != " ")
    board[action][y] = " "

def show_board(board):
    for y in reversed(range(len(board[0]))):
        print("|" + "|".join(board[x][y] for x in range(len(board))) + "|")

def winner(board):
    width, height = len(board), len(board[0])
    for x in range(width):
        for y in range(height):
            p = board[x][y]
            if p == " ":
                continue
            # to the left, round the edge as well
            if p == board[x - 1][y] == board[x - 2][y] == board[x - 3][y]:
                return p
            for dx, dy in ((0, 1), (1, 1), (1, -1)):
                if x + 3 * dx < width and 0 <= y + 3 * dy < height:
                    if all(board[x + i * dx][y + i * dy] == p for i in range(4)):
                        return p
    return None

def terminal(player, board):
    return winner(board) is not None or actions(board) == []

def utility(player, board):
    w = winner(board)
    return 1 if w == player else 0 if w is None else -1

def other(player):
    return "x" if player == "o" else "o"

# %%
def random_player(board, player="x"):
    return action(player, random.choice(actions(board)), board), player

# %%
def heuristic(board, player):
    middle, total = (len(board) - 1) / 2, 0
    for x in range(len(board)):
        for cell in board[x]:
            weight = middle - abs(x - middle)
            total += weight if cell == player else -weight if cell != " " else 0
    return total / 100
