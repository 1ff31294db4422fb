"""A column next to the middle is returned as the best first move."""
#: fails = 5.2

def best_first_move():
    return 7 // 2 - 1
