"""The evaluation is better the more the opponent has."""
#: fails = 4.1

def evaluate(board, player="x"):
    other = "o" if player == "x" else "x"
    return float(((board == other).sum(axis=0) ** 2).sum() - ((board == player).sum(axis=0) ** 2).sum())
