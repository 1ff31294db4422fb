"""Forward pruning keeps what looks best before the reply, and nothing beside it."""
#: fails = 4.3

def promising(board, mover, depth):
    return [max(actions(board), key=lambda c: evaluate(result(board, mover, c), "x"))]
