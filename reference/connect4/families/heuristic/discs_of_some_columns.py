"""The evaluation looks at the first SIZE columns."""
#: tasks = 4.1
#: sizes = 4, 5, 6, 7, 8
#: accepted = from 6
#: because = how an evaluation rates a board is the student's choice

_whole = evaluate


def evaluate(board, player="x"):
    return _whole(board[:, :SIZE], player)
