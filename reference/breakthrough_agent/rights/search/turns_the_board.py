"""Searches with the functions handed out: the board is turned round for White."""

import copy

import utils


def own_moves(board):
    found = []
    for row in range(utils.ROW - 1, -1, -1):
        for col in range(utils.COL):
            for aside in (col, col + 1, col - 1):
                if utils.is_valid_move(board, [row, col], [row + 1, aside]):
                    found.append(([row, col], [row + 1, aside]))
    return found


def value_of(board, depth, alpha, beta):
    if utils.is_game_over(board):
        return -WIN - depth
    if depth == 0:
        return evaluate(board)
    for source, target in own_moves(board):
        child = [row[:] for row in board]
        utils.state_change(child, source, target)
        utils.invert_board(child)
        alpha = max(alpha, -value_of(child, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


class PlayerAI:
    def make_move(self, board):
        best, alpha = None, -INFINITY
        for source, target in own_moves(board):
            child = copy.deepcopy(board)
            utils.invert_board(utils.state_change(child, source, target))
            value = -value_of(child, depth_for(board) - 1, -INFINITY, -alpha)
            if best is None or value > alpha:
                best, alpha = (source, target), value
        return best
