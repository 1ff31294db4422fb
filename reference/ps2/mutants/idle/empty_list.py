"""The function always returns an empty list."""
#: fails = 1.3/*, 2.1/*


def transition(route):
    return []


def generate_valid_moves(board, current_player):
    return []
