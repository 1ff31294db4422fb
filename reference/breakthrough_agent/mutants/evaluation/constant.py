"""The evaluation says the same of every board that is not decided."""
#: fails = 4, 2.2

def evaluate(board):
    won = winner(board)
    return 0 if won is None else WIN if won == "B" else -WIN
