"""Nothing is improved: the function returns what evaluate returns."""
#: fails = 5.1/*


def improved_evaluate(board):
    return evaluate(board)
