"""The list of moves contains nothing but one empty list."""
#: fails = 2.1/*


def generate_valid_moves(board, current_player):
    return [[]]
