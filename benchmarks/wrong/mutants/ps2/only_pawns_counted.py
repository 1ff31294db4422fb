"""it counts pawns as evaluate does, without their rows"""
#: fails = 5.1
def improved_evaluate(board):
    value = evaluate(board)
    if abs(value) == breakthrough.WIN:
        return value
    return 10 * value
