"""White's pawns are rated by the row counted from Black's side"""
#: fails = 5.1
def improved_evaluate(board):
    worth = {0: 10, 1: 10, 2: 20, 3: 40, 4: 50}
    black, white, total = 0, 0, 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == "B":
                if r == 5:
                    return breakthrough.WIN
                black += 1
                total += worth[r]
            if board[r][c] == "W":
                if r == 0:
                    return -breakthrough.WIN
                white += 1
                total -= worth.get(r, 50)
    if not white:
        return breakthrough.WIN
    if not black:
        return -breakthrough.WIN
    return total
