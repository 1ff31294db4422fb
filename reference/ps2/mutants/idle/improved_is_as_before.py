"""Nothing is improved: the board is evaluated by evaluate."""
#: fails = 5.1/*


def improved_evaluate(board):
    return evaluate(board)
