"""The search looks SIZE plies ahead."""
#: tasks = 3
#: sizes = 1, 2, 3, 4, 5
#: accepted = never


def depth_for(board):
    return SIZE
