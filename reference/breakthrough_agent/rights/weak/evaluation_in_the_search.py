"""The search counts pawns itself where it ends, and turns the board for White's moves."""
#: whole = 3

import utils
import copy

class PlayerAI:
    ''' uses only what utils offers; the evaluation is in the search itself '''
    def possible(self, board):
        found = []
        for r in range(utils.ROW):
            for c in range(utils.COL):
                if board[r][c] == 'B':
                    for dc in (-1, 0, 1):
                        if utils.is_valid_move(board, [r, c], [r + 1, c + dc]):
                            found.append(([r, c], [r + 1, c + dc]))
        return found

    def minimax(self, board, level, isMax, alpha, beta):
        # board is always seen from black; on min levels it is inverted for the moves
        if utils.is_game_over(board) or level == 0:
            score = 0
            for row in board:
                for cell in row:
                    if cell == 'B':
                        score += 1
                    if cell == 'W':
                        score -= 1
            return score, None
        chosen = None
        if isMax:
            value = float('-inf')
            for src, dst in self.possible(board):
                nxt = utils.state_change(copy.deepcopy(board), src, dst)
                v, _ = self.minimax(nxt, level - 1, False, alpha, beta)
                if v > value:
                    value, chosen = v, (src, dst)
                alpha = max(alpha, value)
                if beta <= alpha:
                    break
        else:
            value = float('inf')
            turned = utils.invert_board(copy.deepcopy(board))
            for src, dst in self.possible(turned):
                nxt = utils.invert_board(utils.state_change(copy.deepcopy(turned), src, dst))
                v, _ = self.minimax(nxt, level - 1, True, alpha, beta)
                if v < value:
                    value, chosen = v, (src, dst)
                beta = min(beta, value)
                if beta <= alpha:
                    break
        return value, chosen

    def make_move(self, board):
        value, move = self.minimax(copy.deepcopy(board), 3, True, float('-inf'), float('inf'))
        return move
