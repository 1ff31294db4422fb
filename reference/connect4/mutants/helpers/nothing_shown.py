"""Nothing is printed: the picture is returned as text."""
#: fails = 2.5

def visualize(board):
    "\n".join("".join(row) for row in board)
