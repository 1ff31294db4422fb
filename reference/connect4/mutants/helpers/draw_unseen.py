"""The game does not end when the board is full."""
#: fails = 2.3/full_board, 2.3/ends_on_other_boards

def terminal(board):
    return has_line(board, "x") or has_line(board, "o")
