"""Forward pruning leaves nothing out."""
#: fails = 4.3/leaves_moves_out

def forward_pruning_search(board, player="x", cutoff=4):
    return cutoff_search(board, player, cutoff)
