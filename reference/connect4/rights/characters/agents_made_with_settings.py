"""Agents are made by functions, with an order, a depth, a width or a number of playouts."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np
import time
from math import inf

def new_board(size=(6, 7)):
    return np.full(size, ' ', dtype='<U1')

def legal(board):
    return [i for i, cell in enumerate(board[0]) if cell == ' ']

def drop(board, player, col):
    after = np.array(board)
    for row in range(len(after) - 1, -1, -1):
        if after[row][col] == ' ':
            after[row][col] = player
            break
    return after

def lines(board, length=4):
    """all rows, columns and diagonals as strings"""
    flipped = np.fliplr(board)
    found = [''.join(r) for r in board] + [''.join(c) for c in board.T]
    for k in range(-board.shape[0], board.shape[1]):
        found.append(''.join(board.diagonal(k)))
        found.append(''.join(flipped.diagonal(k)))
    return [f for f in found if len(f) >= length]

def status(board, length=4):
    """(game over, winner)"""
    for line in lines(board, length):
        for p in 'xo':
            if p * length in line:
                return True, p
    return ' ' not in board, None

def value(board, player='x'):
    over, winner = status(board)
    if winner is None:
        return 0
    return 1 if winner == player else -1

def show(board):
    print(board)

other = {'x': 'o', 'o': 'x'}

def make_random_agent(seed=None):
    generator = np.random.default_rng(seed)
    def random_agent(board, player='x'):
        return int(generator.choice(legal(board)))
    return random_agent

random_agent = make_random_agent()

def play(x, o, board=None):
    board = new_board() if board is None else board
    turn = 'x'
    while not status(board)[0]:
        board = drop(board, turn, {'x': x, 'o': o}[turn](board, turn))
        turn = other[turn]
    return status(board)[1]


calls = 0

def no_order(board, cols):
    return cols

def middle_out(board, cols):
    return sorted(cols, key=lambda c: abs(2 * c - board.shape[1] + 1))

def make_minimax_agent(order=no_order):
    def best(board, turn, me, low, high):
        global calls
        calls += 1
        over, winner = status(board)
        if over:
            return value(board, me), None
        choice = None
        if turn == me:
            v = -inf
            for c in order(board, legal(board)):
                w, _ = best(drop(board, turn, c), other[turn], me, low, high)
                if w > v:
                    v, choice = w, c
                low = max(low, v)
                if low >= high:
                    break
        else:
            v = inf
            for c in order(board, legal(board)):
                w, _ = best(drop(board, turn, c), other[turn], me, low, high)
                if w < v:
                    v, choice = w, c
                high = min(high, v)
                if low >= high:
                    break
        return v, choice
    def agent(board, player='x'):
        v, choice = best(board, player, player, -inf, inf)
        return choice
    return agent

minimax_agent = make_minimax_agent()

minimax_ordered_agent = make_minimax_agent(order=middle_out)

def threats(board, player='x'):
    """3s and 2s which can still become 4, looked up in the lines"""
    score = 0
    for line in lines(board):
        for i in range(len(line) - 3):
            w = line[i:i+4]
            if other[player] not in w:
                score += (0, 1, 4, 16, 0)[w.count(player)]
            if player not in w:
                score -= (0, 1, 4, 16, 0)[w.count(other[player])]
    return score

def middle(board, player='x'):
    return int((board[:, board.shape[1] // 2] == player).sum()) - int((board[:, board.shape[1] // 2] == other[player]).sum())

def make_heuristic_agent(depth=4, heuristic=threats, width=None):
    """width: how many moves are looked at after a search of depth 1, None for all"""
    def search(board, turn, me, d, low, high):
        over, winner = status(board)
        if over:
            return value(board, me) * (10000 + d), None
        if d == 0:
            return heuristic(board, me), None
        cols = middle_out(board, legal(board))
        if width is not None and d > 2:
            cols = keep(board, turn, cols)
        choice, v = cols[0], -inf if turn == me else inf
        for c in cols:
            w, _ = search(drop(board, turn, c), other[turn], me, d - 1, low, high)
            if turn == me and w > v or turn != me and w < v:
                v, choice = w, c
            if turn == me:
                low = max(low, v)
            else:
                high = min(high, v)
            if low >= high:
                break
        return v, choice
    def keep(board, turn, cols):
        shallow = {c: search(drop(board, turn, c), other[turn], turn, 1, -inf, inf)[0] for c in cols}
        return sorted(cols, key=shallow.get)[::-1][:width]
    def agent(board, player='x'):
        return search(board, player, player, depth, -inf, inf)[1]
    return agent

h2 = make_heuristic_agent(2)
h4 = make_heuristic_agent(4)
h4_middle = make_heuristic_agent(4, middle)
print(play(h2, make_heuristic_agent(2, width=3), new_board((4, 4))))

def make_mc_agent(playouts=100):
    def finish(board, turn):
        while not status(board)[0]:
            board = drop(board, turn, random_agent(board, turn))
            turn = other[turn]
        return status(board)[1]
    def mc_agent(board, player='x'):
        best, best_mean = None, -2
        for c in legal(board):
            ends = [finish(drop(board, player, c), other[player]) for _ in range(playouts)]
            mean = (ends.count(player) - ends.count(other[player])) / playouts
            if mean > best_mean:
                best, best_mean = c, mean
        return best
    return mc_agent

print(make_mc_agent(2)(new_board((4, 4)), 'x'))
