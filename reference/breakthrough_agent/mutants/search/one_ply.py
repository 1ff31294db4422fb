"""The search only looks at the agent's own move."""
#: fails = 2.2, 3

def depth_for(board):
    return 1
