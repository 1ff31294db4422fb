"""A line counts even if it goes on round the edge of the board."""
#: fails = 2.3/game_goes_on, 2.3/full_board, 2.3/ends_on_other_boards, 2.4/*

def has_line(board, player):
    for r in range(len(board)):
        for c in range(len(board[0])):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                try:
                    if all(board[r + i * down][c + i * right] == player for i in range(4)):
                        return True
                except IndexError:
                    pass
    return False
# Where c - 3 is negative, the index counts from the right.
