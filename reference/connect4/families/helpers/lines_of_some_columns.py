"""Lines are looked for in the first SIZE columns."""
#: tasks = 2.3
#: sizes = 4, 5, 6, 7, 8, 10
#: accepted = from 7
#: because = boards have seven columns as a rule

_whole = terminal


def terminal(board):
    return not (board == " ").any() or _whole(board[:, :SIZE])
