"""The search is a function inside the method."""

class PlayerAI:
    def make_move(self, board):
        best = None

        def search(board, colour, depth, alpha, beta, top):
            nonlocal best
            if depth == 0 or winner(board) is not None:
                return evaluate(board)
            bound = -INFINITY if colour == "B" else INFINITY
            for move in moves(board, colour):
                child = played(board, move, colour)
                value = search(child, other(colour), depth - 1, alpha, beta, False)
                if colour == "B":
                    if top and (best is None or value > bound):
                        best = move
                    bound = max(bound, value)
                    alpha = max(alpha, bound)
                else:
                    bound = min(bound, value)
                    beta = min(beta, bound)
                if beta <= alpha:
                    break
            return bound

        search(board, "B", depth_for(board), -INFINITY, INFINITY, True)
        return list(best[0]), list(best[1])
