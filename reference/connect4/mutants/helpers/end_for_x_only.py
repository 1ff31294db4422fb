"""The game ends for a line of x only."""
#: fails = 2.3

def terminal(board):
    return has_line(board, "x") or not (board[0] == " ").any()
