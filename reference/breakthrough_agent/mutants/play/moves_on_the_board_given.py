"""Moves are tried on the board itself and not taken back."""
#: fails = 2.2, 3

def played(board, move, colour):
    (row, col), (to, aside) = move
    board[row][col] = "_"
    board[to][aside] = colour
    return board
