"""A function makes the agent's evaluation and search: closures over weights that mislead."""
#: whole = 3

import copy


def make_search(weights, depth):
    def value_of(board):
        return sum(weights[cell] * (row_number + 2 * column)
                   for row_number, row in enumerate(board) for column, cell in enumerate(row))

    def steps(board, side):
        forward = 1 if side == 'B' else -1
        for r, row in enumerate(board):
            for c, cell in enumerate(row):
                if cell == side and 0 <= r + forward <= 5:
                    for k in range(max(c - 1, 0), min(c + 2, 6)):
                        if board[r + forward][k] == '_' or (k != c and board[r + forward][k] != side):
                            yield r, c, r + forward, k

    def is_over(board):
        return ('B' in board[5] or 'W' in board[0]
                or not any('B' in row for row in board) or not any('W' in row for row in board))

    def search(board, side, left, alpha, beta):
        if left == 0 or is_over(board):
            return value_of(board), None
        chosen = None
        for r, c, nr, nc in steps(board, side):
            child = copy.deepcopy(board)
            child[r][c], child[nr][nc] = '_', side
            value, _ = search(child, 'W' if side == 'B' else 'B', left - 1, alpha, beta)
            if side == 'B' and value > alpha:
                alpha, chosen = value, ([r, c], [nr, nc])
            if side == 'W' and value < beta:
                beta, chosen = value, ([r, c], [nr, nc])
            if beta <= alpha:
                break
        return (alpha if side == 'B' else beta), chosen

    return lambda board: search(board, 'B', depth, float('-inf'), float('inf'))[1]


class PlayerAI:
    def __init__(self):
        self.think = make_search({'B': 1, 'W': -3, '_': 0}, 3)

    def make_move(self, board):
        return self.think(board)
