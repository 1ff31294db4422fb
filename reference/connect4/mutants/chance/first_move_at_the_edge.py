"""The best first move is said to be the first column."""
#: fails = 5.2

def best_first_move():
    return 0
