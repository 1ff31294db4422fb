"""The evaluation is the same for every board."""
#: fails = 4.1

def evaluate(board, player="x"):
    return 0
