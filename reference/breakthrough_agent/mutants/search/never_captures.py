"""Captures are left out of the moves."""
#: fails = 2.1, 2.2, 3

def moves(board, colour):
    ahead = 1 if colour == "B" else -1
    found = []
    for row in range(5, -1, -1) if colour == "B" else range(6):
        for col in range(6):
            if board[row][col] != colour or not 0 <= row + ahead <= 5:
                continue
            for aside in (col, col + 1, col - 1):
                if 0 <= aside <= 5 and board[row + ahead][aside] == "_":
                    found.append(((row, col), (row + ahead, aside)))
    return found
