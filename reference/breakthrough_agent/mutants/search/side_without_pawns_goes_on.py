"""A side that has lost all its pawns has not lost: it cannot move, and that counts as a draw."""
#: fails = 2.2, 3/moves_until_the_end

DEPTH = DEPTH_OF_FEW = 3


def winner(board):
    if "B" in board[LAST]:
        return "B"
    return "W" if "W" in board[0] else None


def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return (WIN + depth) * (1 if winner(board) == "B" else -1)
    if depth == 0:
        return evaluate(board)
    tried = moves(board, colour)
    if not tried:
        return 0
    for move in tried:
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if colour == "B" else beta
