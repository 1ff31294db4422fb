"""A loss is worth as much as a draw."""
#: fails = 2.4

def utility(board, player="x"):
    return 1 if has_line(board, player) else 0
