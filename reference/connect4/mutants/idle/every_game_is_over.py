"""Every game is over."""
#: fails = 2.3/*

def terminal(board):
    return True
