"""Who plays in matches and in the tournament."""


def agent(board, player="x"):
    """A column: what the search with forward pruning finds four plies ahead."""
    return forward_pruning_search(board, player, 4)[1]
