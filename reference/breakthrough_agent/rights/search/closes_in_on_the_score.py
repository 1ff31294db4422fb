"""MTD(f): the narrowest window is moved until it meets the score; a table narrows it further."""

class PlayerAI:
    def make_move(self, board):
        self.known = {}
        score, move = 0, None
        for depth in range(1, depth_for(board) + 1):
            score, move = self.meet(board, score, depth)
        return list(move[0]), list(move[1])

    def meet(self, board, score, depth):
        low, high, found = -INFINITY, INFINITY, None
        while low < high:
            beta = max(score, low + 1)
            score, move = self.search(board, "B", depth, beta - 1, beta)
            if score < beta:
                high = score
            else:
                low, found = score, move
            found = found or move
        return score, found

    def search(self, board, colour, depth, alpha, beta):
        won = winner(board)
        if won is not None:
            return evaluate(board) + (depth if won == "B" else -depth), None
        if depth == 0:
            return evaluate(board), None
        key = "".join(map("".join, board)), colour, depth
        low, high, best_move = self.known.get(key, (-INFINITY, INFINITY, None))
        if low >= beta:
            return low, best_move
        if high <= alpha:
            return high, best_move
        a, b = max(alpha, low), min(beta, high)
        best = -INFINITY if colour == "B" else INFINITY
        for move in moves(board, colour):
            child = played(board, move, colour)
            value = self.search(child, other(colour), depth - 1, a, b)[0]
            if colour == "B" and value > best:
                best, best_move, a = value, move, max(a, value)
            if colour == "W" and value < best:
                best, best_move, b = value, move, min(b, value)
            if best >= beta and colour == "B" or best <= alpha and colour == "W":
                break
        low = best if best > alpha else low
        high = best if best < beta else high
        self.known[key] = low, high, best_move
        return best, best_move
