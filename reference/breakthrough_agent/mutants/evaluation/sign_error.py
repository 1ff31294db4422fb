"""The evaluation is good for White where it should be good for Black."""
#: fails = 2.2, 3, 4

def evaluate(board):
    won = winner(board)
    if won is not None:
        return -WIN if won == "B" else WIN
    value = 0
    for row, cells in enumerate(board):
        value -= (20 + row) * cells.count("B")
        value += (25 - row) * cells.count("W")
    return value
