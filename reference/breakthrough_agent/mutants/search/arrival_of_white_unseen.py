"""A white pawn on its far row does not end the game."""
#: fails = 3

def winner(board):
    if "B" in board[5] or not any("W" in row for row in board):
        return "B"
    return None
