"""The first column is returned as the best first move."""
#: fails = 5.2

def best_first_move():
    return 0
