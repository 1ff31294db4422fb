"""Changes each board that it is given, now and later, and everything that it has returned."""
#: moves = 8
kept = []

class PlayerAI:
    def make_move(self, board):
        for old in kept:
            old.clear()
            old.extend([["B"] * 6] * 6)
        move = first_move(board)
        for row in board:
            row[:] = ["B"] * 6
        board.append(board)
        kept.extend([board, *move])
        return [list(cell) for cell in move]
