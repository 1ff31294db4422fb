"""A right alpha-beta stands in the file, and the agent moves by plain minimax."""
#: fails = 2.2, 3/alpha_beta_in_the_source

def minimax(board, colour, depth):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth <= 1:
        return evaluate(board)
    values = [
        minimax(played(board, move, colour), other(colour), depth - 1)
        for move in moves(board, colour)
    ]
    return max(values) if colour == "B" else min(values)


def best_move(board, depth):
    return max(
        moves(board, "B"), key=lambda move: minimax(played(board, move, "B"), "W", depth - 1)
    )
