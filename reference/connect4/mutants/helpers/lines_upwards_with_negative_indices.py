"""A line counts even if it goes on round the edge of the board."""
#: fails = 2.3/game_goes_on, 2.3/full_board, 2.3/ends_on_other_boards, 2.4/*

def has_line(board, player):
    rows, columns = board.shape
    for r in range(rows):
        for c in range(columns):
            if c + 3 < columns and all(board[r][c + i] == player for i in range(4)):
                return True
            if all(board[r - i][c] == player for i in range(4)):
                return True
            if c + 3 < columns and all(board[r - i][c + i] == player for i in range(4)):
                return True
            if c >= 3 and all(board[r - i][c - i] == player for i in range(4)):
                return True
    return False
# Where r - 3 is negative, the index counts from the bottom.
