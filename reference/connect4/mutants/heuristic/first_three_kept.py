"""Forward pruning keeps the first three columns instead of the best ones."""
#: fails = 4.3

def promising(board, mover, depth):
    return actions(board)[:3]
