"""A draw is worth as little as a loss."""
#: fails = 2.4/draws, 2.4/results_on_other_boards

def utility(board, player="x"):
    if has_line(board, player):
        return 1
    if has_line(board, "o" if player == "x" else "x"):
        return -1
    return 0 if (board == " ").any() else -1
