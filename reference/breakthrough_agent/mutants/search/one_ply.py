"""Nothing is looked ahead but the own move."""
#: fails = 2.2, 3

def depth_for(board):
    return 1
