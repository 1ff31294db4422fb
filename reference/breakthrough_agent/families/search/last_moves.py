"""Only the last SIZE moves of each position are searched, which are no captures if there are others."""
#: tasks = 3
#: sizes = 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20
#: accepted = from 20
#: because = the positions that are proved have few pawns and moves

_all_moves = moves


def moves(board, colour):
    found = _all_moves(board, colour)
    return found[-SIZE:]
