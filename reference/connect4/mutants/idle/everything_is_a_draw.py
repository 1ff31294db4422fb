"""Every result is a draw."""
#: fails = 2.4/*

def utility(board, player="x"):
    return 0
