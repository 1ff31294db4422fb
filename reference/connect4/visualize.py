"""A picture of a board."""


def visualize(board):
    """Print the board with a frame and the numbers of its columns."""
    edge = "+" + "---+" * board.shape[1]
    print(edge)
    for row in board:
        print("| " + " | ".join(row) + " |")
        print(edge)
    print("  " + "   ".join(str(column) for column in range(board.shape[1])))
