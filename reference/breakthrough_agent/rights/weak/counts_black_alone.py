"""Classes of max and min nodes; the evaluation sees Black's foremost pawn and nothing else."""
#: whole = 3

import utils


class Node:
    def __init__(self, board):
        self.board = board

    def children(self, colour):
        board = self.board if colour == 'B' else utils.invert_board(self.board, False)
        for r in range(6):
            for c in range(6):
                for k in (c, c + 1, c - 1):
                    if utils.is_valid_move(board, [r, c], [r + 1, k]):
                        after = utils.state_change(board, [r, c], [r + 1, k], False)
                        if colour == 'W':
                            utils.invert_board(after)
                        yield ([r, c], [r + 1, k]), Node(after)


class Rating:
    @staticmethod
    def evaluate(board):
        pawns = [row * 10 + column for row in range(6) for column in range(6) if board[row][column] == 'B']
        return max(pawns, default=-1)


class MaxNode:
    colour = 'B'

    def value(self, node, depth, alpha, beta):
        if depth == 0 or utils.is_game_over(node.board):
            return Rating.evaluate(node.board)
        best = float('-inf')
        for _, child in node.children('B'):
            best = max(best, MIN.value(child, depth - 1, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best


class MinNode:
    def value(self, node, depth, alpha, beta):
        if depth == 0 or utils.is_game_over(node.board):
            return Rating.evaluate(node.board)
        best = float('inf')
        for _, child in node.children('W'):
            best = min(best, MAX.value(child, depth - 1, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best


MAX, MIN = MaxNode(), MinNode()


class PlayerAI:
    def make_move(self, board):
        best, alpha = None, float('-inf')
        for move, child in Node(board).children('B'):
            value = MIN.value(child, 2, alpha, float('inf'))
            if best is None or value > alpha:
                best, alpha = move, value
        return best
