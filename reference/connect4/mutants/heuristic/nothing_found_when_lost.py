"""The search only takes what is better than a loss, so it finds no column where all of them lose."""
#: fails = 4.2/plays_on

WON = 1_000_000


def cutoff_search(board, player="x", cutoff=4):
    return best(board, player, cutoff, -WON, WON)


def best(board, mover, depth, alpha, beta):
    if terminal(board):
        return WON * utility(board, mover), None
    if depth == 0:
        return evaluate(board, mover), None
    choice = None
    for action in actions(board):
        after = result(board, mover, action)
        value = -best(after, "o" if mover == "x" else "x", depth - 1, -beta, -alpha)[0]
        if value > alpha:
            alpha, choice = value, action
        if alpha >= beta:
            break
    return alpha, choice
