"""A white pawn on its far row does not end the game."""
#: fails = 3/moves_until_the_end, 3/moves_of_minimax?, 3/alpha_beta_in_the_source?

def winner(board):
    if "B" in board[5] or not any("W" in row for row in board):
        return "B"
    return None
