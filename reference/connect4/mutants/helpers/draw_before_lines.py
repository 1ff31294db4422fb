"""A full board is worth 0, even if it has a line of four."""
#: fails = 2.4

def utility(board, player="x"):
    if not (board == " ").any():
        return 0
    if has_line(board, player):
        return 1
    return -1 if has_line(board, "o" if player == "x" else "x") else 0
