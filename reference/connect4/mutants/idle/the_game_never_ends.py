"""No game is ever over."""
#: fails = 2.3/*

def terminal(board):
    return False
