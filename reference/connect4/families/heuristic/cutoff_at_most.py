"""However deep the search is asked to look, it looks SIZE plies ahead at most."""
#: tasks = 4.2
#: sizes = 1, 2, 3, 4, 5, 6, 8
#: accepted = from 4
#: because = deeper searches cost students' programs too much time

import math


def cutoff_search(board, player="x", cutoff=4):
    depth = min(cutoff, SIZE)
    return search_to_the_depth(board, player, player, depth, -math.inf, math.inf, all_actions)
