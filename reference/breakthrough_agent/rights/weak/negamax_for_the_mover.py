"""Negamax on a board that is turned; the evaluation loves the left edge, and knows no wins."""
#: whole = 3

import utils


def legal(board):
    return [((r, c), (r + 1, k)) for r in range(5) for c in range(6) for k in (c - 1, c, c + 1)
            if utils.is_valid_move(board, (r, c), (r + 1, k))]


def heuristic(board):
    # own pawns like the left side, theirs I like far away from row 0
    mine = sum(6 - c for row in board for c, cell in enumerate(row) if cell == 'B')
    theirs = sum(r * r for r, row in enumerate(board) for cell in row if cell == 'W')
    return 3 * mine + theirs


def negamax(board, depth, alpha, beta):
    if depth == 0 or utils.is_game_over(board):
        return heuristic(board)
    best = -10 ** 9
    for src, dst in legal(board):
        child = utils.invert_board(utils.state_change(board, src, dst, in_place=False))
        score = -negamax(child, depth - 1, -beta, -alpha)
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            return best
    return best


class PlayerAI:
    def make_move(self, board):
        best_move, alpha = None, -10 ** 9
        for src, dst in legal(board):
            child = utils.invert_board(utils.state_change(board, src, dst, in_place=False))
            score = -negamax(child, 2, -10 ** 9, -alpha)
            if best_move is None or score > alpha:
                best_move, alpha = (src, dst), score
        return list(best_move[0]), list(best_move[1])
