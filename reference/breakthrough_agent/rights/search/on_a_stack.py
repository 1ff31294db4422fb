"""Alpha-beta without recursion: positions that wait for their moves' values stand on a stack."""

del alpha_beta, best_move


class Frame:
    def __init__(self, board, colour, depth, alpha, beta):
        self.board, self.colour, self.depth = board, colour, depth
        self.alpha, self.beta, self.best = alpha, beta, None
        self.untried = moves(board, colour)[::-1]

    def take(self, value, move):
        if self.colour == "B" and value > self.alpha:
            self.alpha, self.best = value, move
        elif self.colour == "W" and value < self.beta:
            self.beta, self.best = value, move


def searched(board, depth):
    root = Frame(board, "B", depth, -INFINITY, INFINITY)
    stack = [(root, None)]
    while stack:
        top, came_by = stack[-1]
        if top.alpha >= top.beta or not top.untried:
            stack.pop()
            if stack:
                stack[-1][0].take(top.alpha if top.colour == "B" else top.beta, came_by)
            continue
        move = top.untried.pop()
        after = played(top.board, move, top.colour)
        won = winner(after)
        if won is not None:
            top.take(evaluate(after) + (top.depth if won == "B" else -top.depth), move)
        elif top.depth == 1:
            top.take(evaluate(after), move)
        else:
            below = Frame(after, other(top.colour), top.depth - 1, top.alpha, top.beta)
            stack.append((below, move))
    return root.best


class PlayerAI:
    def make_move(self, board):
        src, dst = searched(board, depth_for(board))
        return [*src], [*dst]
