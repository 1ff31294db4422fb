"""Moves are made on one board and taken back, but for the pawns that they captured."""
#: fails = 2.2, 3

def search(board, colour, depth, alpha, beta):
    won = winner(board)
    if won is not None:
        return evaluate(board) + (depth if won == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    best = -INFINITY if colour == "B" else INFINITY
    for (row, col), (to, aside) in moves(board, colour):
        if board[row][col] != colour:
            continue
        board[row][col], board[to][aside] = EMPTY, colour
        value = search(board, other(colour), depth - 1, alpha, beta)
        board[row][col], board[to][aside] = colour, EMPTY
        if colour == "B":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_move(board, depth):
    board = [list(row) for row in board]
    best, alpha = None, -INFINITY
    for (row, col), (to, aside) in moves(board, "B"):
        board[row][col], board[to][aside] = EMPTY, "B"
        value = search(board, "W", depth - 1, alpha, INFINITY)
        board[row][col], board[to][aside] = "B", EMPTY
        if best is None or value > alpha:
            best, alpha = ((row, col), (to, aside)), value
    return best
