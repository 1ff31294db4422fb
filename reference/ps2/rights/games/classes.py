"""Everything is a method of a class that holds what does not change."""

import breakthrough


class Searcher:
    def __init__(self, max_depth, moves, pruning):
        self.max_depth = max_depth
        self.moves = moves
        self.pruning = pruning

    def leaf(self, board, depth):
        return depth == self.max_depth or breakthrough.is_game_over(board)

    def children(self, board, player):
        for src, dst in self.moves(board, player):
            yield (src, dst), breakthrough.make_move([list(row) for row in board], src, dst, player)

    def maximum(self, board, depth, alpha, beta):
        if self.leaf(board, depth):
            return evaluate(board), breakthrough.MOVE_NONE
        best = (-breakthrough.INF, breakthrough.MOVE_NONE)
        for move, child in self.children(board, breakthrough.Player.BLACK):
            score = self.minimum(child, depth + 1, alpha, beta)[0]
            if score > best[0]:
                best = (score, move)
            alpha = max(alpha, score)
            if self.pruning and alpha >= beta:
                break
        return best

    def minimum(self, board, depth, alpha, beta):
        if self.leaf(board, depth):
            return evaluate(board), breakthrough.MOVE_NONE
        best = (breakthrough.INF, breakthrough.MOVE_NONE)
        for move, child in self.children(board, breakthrough.Player.WHITE):
            score = self.maximum(child, depth + 1, alpha, beta)[0]
            if score < best[0]:
                best = (score, move)
            beta = min(beta, score)
            if self.pruning and alpha >= beta:
                break
        return best

    def search(self, board, depth, alpha, beta, player):
        start = self.maximum if player == breakthrough.Player.BLACK else self.minimum
        return start(board, depth, alpha, beta)


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    searcher = Searcher(max_depth, generate_valid_moves, pruning=False)
    return searcher.search(board, depth, -breakthrough.INF, breakthrough.INF, current_player)


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    searcher = Searcher(max_depth, generate_valid_moves, pruning=True)
    return searcher.search(board, depth, alpha, beta, current_player)
