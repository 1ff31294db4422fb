"""A line counts even if it goes on round the edge of the board."""
#: fails = 2.3/game_goes_on, 2.3/full_board, 2.3/ends_on_other_boards

def terminal(board):
    cells = "".join(board.flatten())
    width = board.shape[1]
    for start in range(len(cells)):
        for step in (1, width - 1, width, width + 1):
            line = cells[start : start + 3 * step + 1 : step]
            if line in ("xxxx", "oooo"):
                return True
    return " " not in cells
