"""The list of moves holds one empty list and nothing else."""
#: fails = 2.1/*


def generate_valid_moves(board, current_player):
    return [[]]
