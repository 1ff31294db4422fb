def improved_evaluate(board):
    value = evaluate(board)
    if abs(value) == breakthrough.WIN:
        return value
    return 10 * value
