"""A line that goes on round the edge of the board decides who is said to have won."""
#: fails = 2.4

def utility(board, player="x"):
    rows, columns = board.shape
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * down < rows and c + 3 * right < columns and board[r, c] != " ":
                    if all(board[r + i * down, c + i * right] == board[r, c] for i in range(4)):
                        return 1 if board[r, c] == player else -1
    return 0
