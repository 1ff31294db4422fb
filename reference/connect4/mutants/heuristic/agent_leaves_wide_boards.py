"""On boards of more than five columns, the agent plays beyond the last one."""
#: fails = 4.4

def agent(board, player="x"):
    if board.shape[1] > 5:
        return board.shape[1]
    return cutoff_search(board, player, 3)[1]
