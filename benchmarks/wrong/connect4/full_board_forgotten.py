def terminal(board):
    rows, cols = board.shape
    for r in range(rows):
        for c in range(cols):
            if board[r, c] not in ("x", "o"):
                continue
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                er, ec = r + 3 * dr, c + 3 * dc
                if 0 <= er < rows and 0 <= ec < cols:
                    if all(board[r + k * dr, c + k * dc] == board[r, c] for k in range(4)):
                        return True
    return False
