"""Only the first SIZE moves of each position are searched, captures before others."""
#: tasks = 3
#: sizes = 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20
#: accepted = from 4
#: because = captures come first, and the moves that decide are among them

_all_moves = moves


def moves(board, colour):
    found = _all_moves(board, colour)
    return found[:SIZE]
