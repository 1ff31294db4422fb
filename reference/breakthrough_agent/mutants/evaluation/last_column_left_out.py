"""The evaluation goes through five columns of six."""
#: fails = 4

def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    value = 0
    for row in range(6):
        for col in range(5):
            if board[row][col] == "B":
                value += WEIGHTS[row]
            elif board[row][col] == "W":
                value -= WEIGHTS[LAST - row]
    return value
