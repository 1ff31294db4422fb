"""Forward pruning only keeps the move that looks best before the reply."""
#: fails = 4.3

def promising(board, mover, depth):
    return [max(actions(board), key=lambda c: evaluate(result(board, mover, c), "x"))]
