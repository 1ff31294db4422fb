"""The agent holds the board: moves are made in it and taken back, and its evaluation reads it."""
#: whole = 3, 4


class PlayerAI:
    def __init__(self):
        self.depth = 3
        self.pawn = 4

    def make_move(self, board):
        self.grid = [list(row) for row in board]
        value, move = self.black(self.depth, -1e6, 1e6)
        return move

    def moves(self, side, ahead):
        other = "W" if side == "B" else "B"
        found = []
        for r in range(6):
            for c in range(6):
                if self.grid[r][c] != side:
                    continue
                for to in (c - 1, c, c + 1):
                    if 0 <= to < 6:
                        there = self.grid[r + ahead][to]
                        if there == "_" or (there == other and to != c):
                            found.append(([r, c], [r + ahead, to]))
        return found

    def do(self, move):
        (r, c), (to_r, to_c) = move
        taken = self.grid[to_r][to_c]
        self.grid[to_r][to_c], self.grid[r][c] = self.grid[r][c], "_"
        return taken

    def undo(self, move, taken):
        (r, c), (to_r, to_c) = move
        self.grid[r][c], self.grid[to_r][to_c] = self.grid[to_r][to_c], taken

    def count(self, side):
        return sum(row.count(side) for row in self.grid)

    def over(self):
        return "B" in self.grid[5] or "W" in self.grid[0] or not self.count("B") * self.count("W")

    def evaluate(self):
        if "B" in self.grid[5] or not self.count("W"):
            return 1000
        if "W" in self.grid[0] or not self.count("B"):
            return -1000
        ahead = sum(r * row.count("B") - (5 - r) * row.count("W") for r, row in enumerate(self.grid))
        return ahead + self.pawn * (self.count("B") - self.count("W"))

    def black(self, depth, alpha, beta):
        if depth == 0 or self.over():
            return self.evaluate(), None
        best, chosen = -1e7, None
        for move in self.moves("B", 1):
            taken = self.do(move)
            value = self.white(depth - 1, alpha, beta)[0]
            self.undo(move, taken)
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, chosen

    def white(self, depth, alpha, beta):
        if depth == 0 or self.over():
            return self.evaluate(), None
        best, chosen = 1e7, None
        for move in self.moves("W", -1):
            taken = self.do(move)
            value = self.black(depth - 1, alpha, beta)[0]
            self.undo(move, taken)
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best, chosen
