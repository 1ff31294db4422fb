"""On the last row it steps straight onto a pawn of the opponent."""
#: fails = 1, 3

_legal = moves


def moves(board, colour):
    goal = LAST if colour == "B" else 0
    before = goal - 1 if colour == "B" else goal + 1
    return [
        ((before, col), (goal, col)) for col in range(6) if board[before][col] == colour
    ] + _legal(board, colour)
