"""Alpha and beta are kept in a dictionary, which each position copies."""

del evaluate


class Rated:
    @classmethod
    def total(cls, board, player):
        value = 0
        for row, cells in enumerate(board):
            value += WEIGHTS[row] * cells.count("B") - WEIGHTS[5 - row] * cells.count("W")
        return value if player == "B" else -value


def search(board, colour, depth, bounds):
    won = winner(board)
    if won is not None:
        return WIN + depth if won == "B" else -WIN - depth
    if depth == 0:
        return Rated.total(board, "B")
    mine = dict(bounds)
    for move in moves(board, colour):
        value = search(played(board, move, colour), other(colour), depth - 1, mine)
        if colour == "B":
            mine["alpha"] = max(mine["alpha"], value)
        else:
            mine["beta"] = min(mine["beta"], value)
        if mine["alpha"] >= mine["beta"]:
            break
    return mine["alpha"] if colour == "B" else mine["beta"]


def best_move(board, depth):
    best, bounds = None, {"alpha": -INFINITY, "beta": INFINITY}
    for move in moves(board, "B"):
        value = search(played(board, move, "B"), "W", depth - 1, bounds)
        if best is None or value > bounds["alpha"]:
            best, bounds["alpha"] = move, value
    return best
