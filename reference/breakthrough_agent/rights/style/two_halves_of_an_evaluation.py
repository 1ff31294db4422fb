"""What Black has, less what White has; the search returns at one place only."""
#: whole = 3, 4

import utils, copy, random, time

class PlayerAI:
    # depth 3 is ok within 3 seconds on my laptop
    DEPTH = 3

    def black_score(self, board):
        s = 0
        for i in range(6):
            for j in range(6):
                if board[i][j] == 'B':
                    s = s + 10 + i * 2
                    if i == 5:
                        s = s + 5000
        return s

    def white_score(self, board):
        s = 0
        for i in range(6):
            for j in range(6):
                if board[i][j] == 'W':
                    s = s + 10 + (5 - i) * 2
                    if i == 0:
                        s = s + 5000
        return s

    def get_moves(self, board):
        res = []
        for i in range(6):
            for j in range(6):
                for k in [j - 1, j, j + 1]:
                    if utils.is_valid_move(board, [i, j], [i + 1, k]):
                        res.append(([i, j], [i + 1, k]))
        return res

    def alphabeta(self, board, depth, alpha, beta, maximizing):
        result = None
        best_move = None
        if depth == 0 or utils.is_game_over(board):
            result = self.black_score(board) - self.white_score(board)
            if maximizing:
                result = result - depth
            else:
                result = result + depth
        elif maximizing:
            result = -999999
            for src, dst in self.get_moves(board):
                new = utils.state_change(copy.deepcopy(board), src, dst)
                score, _ = self.alphabeta(new, depth - 1, alpha, beta, False)
                if score > result:
                    result = score
                    best_move = (src, dst)
                alpha = max(alpha, result)
                if beta <= alpha: # PRUNE
                    break
        else:
            result = 999999
            flipped = utils.invert_board(copy.deepcopy(board))
            for src, dst in self.get_moves(flipped):
                new = utils.state_change(copy.deepcopy(flipped), src, dst)
                utils.invert_board(new)
                score, _ = self.alphabeta(new, depth - 1, alpha, beta, True)
                if score < result:
                    result = score
                    best_move = (src, dst)
                beta = min(beta, result)
                if beta <= alpha: # PRUNE
                    break
        return result, best_move

    def make_move(self, board):
        score, move = self.alphabeta(board, self.DEPTH, -999999, 999999, True)
        return move[0], move[1]
