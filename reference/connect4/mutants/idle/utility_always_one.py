"""Every result is a win, and no game is ever over."""
#: fails = 2.3/*, 2.4/*

def terminal(board):
    return False


def utility(board, player="x"):
    return 1
