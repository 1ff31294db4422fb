"""Moves to columns from the number SIZE on are never looked at."""
#: tasks = 1
#: sizes = 3, 4, 5
#: accepted = never

_all_moves = moves


def moves(board, colour):
    found = _all_moves(board, colour)
    return [move for move in found if move[1][1] < SIZE] or found[:1]
