"""The search looks SIZE plies ahead."""
#: tasks = 3
#: sizes = 1, 2, 3, 4, 5
#: accepted = from 2
#: because = the handout asks for a search, and not how deep it is


def depth_for(board):
    return SIZE
