"""Everything is in one class; the search returns value and move."""

class PlayerAI:
    def minimax(self, board, depth, maximizing, alpha, beta):
        if depth == 0 or winner(board) is not None:
            return evaluate(board), None
        chosen = None
        colour = "B" if maximizing else "W"
        for move in moves(board, colour):
            child = played(board, move, colour)
            value = self.minimax(child, depth - 1, not maximizing, alpha, beta)[0]
            if maximizing and value > alpha:
                alpha, chosen = value, move
            if not maximizing and value < beta:
                beta, chosen = value, move
            if beta <= alpha:
                break
        return (alpha if maximizing else beta), chosen

    def make_move(self, board):
        depth = depth_for(board)
        _, move = self.minimax(board, depth, True, alpha=float("-inf"), beta=float("inf"))
        if move is None:
            move = moves(board, "B")[0]
        return list(move[0]), list(move[1])
