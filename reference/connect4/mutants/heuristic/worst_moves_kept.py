"""Forward pruning keeps the worst moves."""
#: fails = 4.3

def promising(board, mover, depth):
    return sorted(actions(board), key=lambda c: after_reply(board, mover, c))[:3]
