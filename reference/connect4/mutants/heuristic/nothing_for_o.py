"""The evaluation is 0 for o."""
#: fails = 4.1

def evaluate(board, player="x"):
    if player == "o":
        return 0
    mine = (board == "x").astype(int)
    return int((mine[:, :-1] * mine[:, 1:]).sum() + (mine[:-1] * mine[1:]).sum())
