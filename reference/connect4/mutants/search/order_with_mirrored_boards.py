"""The ordered search keeps a column for a board and its mirror image, which is right for one of them."""
#: fails = 3.2/ordered_search_of_both_sides

KNOWN = {}


def ordered_search(board, player="x"):
    return best(board, player, -math.inf, math.inf)


def best(board, mover, alpha, beta):
    key = board.shape, min(board.tobytes(), board[:, ::-1].tobytes()), mover
    if key in KNOWN:
        return KNOWN[key]
    if terminal(board):
        return utility(board, mover), None
    found, choice, low = -math.inf, None, alpha
    for action in middle_first(board):
        after = result(board, mover, action)
        value = -best(after, "o" if mover == "x" else "x", -beta, -alpha)[0]
        if value > found:
            found, choice = value, action
        alpha = max(alpha, found)
        if alpha >= beta:
            break
    if low < found < beta:
        KNOWN[key] = found, choice
    return found, choice
