"""Boards are objects of a class; a comment names the evaluation of plain ones, which runs away."""
#: whole = 3

class Position:
    def __init__(self, black, white):
        self.black, self.white = frozenset(black), frozenset(white)

    @classmethod
    def of(cls, board):
        cells = [(r, c) for r in range(6) for c in range(6)]
        return cls((x for x in cells if board[x[0]][x[1]] == 'B'),
                   (x for x in cells if board[x[0]][x[1]] == 'W'))

    def moves(self, black_to_move):
        own, other, step = (self.black, self.white, 1) if black_to_move else (self.white, self.black, -1)
        for r, c in sorted(own):
            for k in (c - 1, c, c + 1):
                to = r + step, k
                if 0 <= r + step < 6 and 0 <= k < 6 and to not in own and (k != c or to not in other):
                    yield (r, c), to

    def after(self, move, black_to_move):
        src, dst = move
        if black_to_move:
            return Position(self.black - {src} | {dst}, self.white - {dst})
        return Position(self.black - {dst}, self.white - {src} | {dst})

    def over(self):
        return (not self.black or not self.white or any(r == 5 for r, _ in self.black)
                or any(r == 0 for r, _ in self.white))

    def worth(self):
        return sum(10 - r + c for r, c in self.black) - sum(7 * c for _, c in self.white)


# grade: evaluation = rating
def rating(board):
    return Position.of(board).worth()


def search(position, black_to_move, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.worth()
    for move in position.moves(black_to_move):
        value = search(position.after(move, black_to_move), not black_to_move, depth - 1, alpha, beta)
        if black_to_move:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if black_to_move else beta


class PlayerAI:
    def make_move(self, board):
        position = Position.of(board)
        best, alpha = None, float('-inf')
        for move in position.moves(True):
            value = search(position.after(move, True), False, 2, alpha, float('inf'))
            if best is None or value > alpha:
                best, alpha = move, value
        return [*best[0]], [*best[1]]
