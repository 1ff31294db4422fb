"""the sign is turned round: positive means that White is better"""
#: fails = 5.1
def improved_evaluate(board):
    base = evaluate(board)
    if base == breakthrough.WIN or base == -breakthrough.WIN:
        return -base
    t = [10, 10, 20, 40, 50]
    s = 0
    for i in range(6):
        for j in range(6):
            if board[i][j] == 'W':
                s += t[5 - i]
            elif board[i][j] == 'B':
                s -= t[i]
    return s
