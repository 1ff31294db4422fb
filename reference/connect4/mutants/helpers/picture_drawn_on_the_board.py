"""Free cells are shown as dots, which are written on the board itself."""
#: fails = 2.5

def visualize(board):
    board[board == " "] = "."
    for row in board.tolist():
        print("|" + "|".join(row) + "|")
