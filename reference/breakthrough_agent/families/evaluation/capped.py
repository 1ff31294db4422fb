"""The evaluation is cut to at most SIZE pawns of difference."""
#: tasks = 4
#: sizes = 0.5, 1, 2, 3, 4, 6, 11
#: accepted = from 0.5
#: because = by how much an evaluation rates a lead is the student's choice

_whole = evaluate


def evaluate(board):
    if winner(board) is not None:
        return _whole(board)
    return max(-20 * SIZE, min(20 * SIZE, _whole(board)))
