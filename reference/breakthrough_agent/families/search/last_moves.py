"""Only the last SIZE moves of each position are searched, which are no captures if there are others."""
#: tasks = 3
#: sizes = 4, 6, 8, 10, 12, 14, 16, 20
#: accepted = never

_all_moves = moves


def moves(board, colour):
    found = _all_moves(board, colour)
    return found[-SIZE:]
