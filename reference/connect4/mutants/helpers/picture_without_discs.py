"""The picture shows the columns but no discs."""
#: fails = 2.5

def visualize(board):
    for _ in range(board.shape[0]):
        print("|   " * board.shape[1] + "|")
