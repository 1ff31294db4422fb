"""The columns at the edges are searched first."""
#: fails = 3.2/ordering_saves_positions

def middle_first(board):
    middle = (board.shape[1] - 1) / 2
    return sorted(actions(board), key=lambda column: -abs(column - middle))
