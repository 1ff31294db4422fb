"""What a move needs is only defined when the file is run as a script."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        source, target = best_move(board, SEARCH_DEPTH)
        return list(source), list(target)


if __name__ == "__main__":
    SEARCH_DEPTH = 4
