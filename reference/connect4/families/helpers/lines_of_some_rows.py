"""Lines are looked for in the lowest SIZE rows."""
#: tasks = 2.3
#: sizes = 4, 5, 6, 7, 8, 10
#: accepted = from 6
#: because = boards have six rows as a rule

_whole = terminal


def terminal(board):
    return not (board == " ").any() or _whole(board[-SIZE:])
