"""The best first move is said to be beside the middle."""
#: fails = 5.2

def best_first_move():
    return 7 // 2 - 1
