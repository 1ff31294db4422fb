"""The utility is 1 for a win of either player."""
#: fails = 2.4

def utility(board, player="x"):
    return 1 if has_line(board, "x") or has_line(board, "o") else 0
