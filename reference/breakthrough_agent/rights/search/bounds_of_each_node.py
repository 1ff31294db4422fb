"""Every node of the tree is an object that holds its bounds, and hands them to its children."""

class Node:
    def __init__(self, board, colour, depth, alpha, beta, move=None):
        self.board, self.colour, self.depth, self.move = board, colour, depth, move
        self.alpha, self.beta, self.best = alpha, beta, None

    def children(self):
        for move in moves(self.board, self.colour):
            board = played(self.board, move, self.colour)
            turn = other(self.colour)
            yield Node(board, turn, self.depth - 1, self.alpha, self.beta, move)

    def solve(self):
        won = winner(self.board)
        if won is not None:
            return evaluate(self.board) + (self.depth if won == "B" else -self.depth)
        if self.depth == 0:
            return evaluate(self.board)
        for child in self.children():
            value = child.solve()
            if self.colour == "B" and value > self.alpha:
                self.alpha, self.best = value, child.move
            if self.colour == "W" and value < self.beta:
                self.beta, self.best = value, child.move
            if self.alpha >= self.beta:
                break
        return self.alpha if self.colour == "B" else self.beta


class PlayerAI:
    def make_move(self, board):
        root = Node(board, "B", depth_for(board), -INFINITY, INFINITY)
        root.solve()
        return list(root.best[0]), list(root.best[1])
