"""White's arrival is not seen as an end of the game."""
#: fails = 3

def winner(board):
    if "B" in board[5] or not any("W" in row for row in board):
        return "B"
    return None
