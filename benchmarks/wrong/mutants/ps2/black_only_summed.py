"""White's pawns are not subtracted"""
#: fails = 5.1
def improved_evaluate(board):
    v = evaluate(board)
    if v in (breakthrough.WIN, -breakthrough.WIN):
        return v
    table = (10, 10, 20, 40, 50)
    return sum(table[r] for r in range(5) for c in range(6) if board[r][c] == 'B')
