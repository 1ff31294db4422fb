"""The search ends after the opponent's reply."""
#: fails = 2.2

def depth_for(board):
    return 2
