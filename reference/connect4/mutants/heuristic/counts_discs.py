"""The evaluation counts discs, of which both players have about the same number."""
#: fails = 4.1

def evaluate(board, player="x"):
    return int((board == player).sum()) - int((board != player).sum())
