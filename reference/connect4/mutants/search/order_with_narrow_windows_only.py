"""Later moves of the ordered search are searched within the narrowest window, and never again."""
#: fails = 3.2/ordered_values

def ordered_search(board, player="x"):
    return best(board, player, -1, 1)


def best(board, mover, alpha, beta):
    if terminal(board):
        return utility(board, mover), None
    found, choice = -math.inf, None
    for action in middle_first(board):
        after = result(board, mover, action)
        highest = beta if choice is None else alpha + 1
        value = -best(after, "o" if mover == "x" else "x", -highest, -alpha)[0]
        if value > found:
            found, choice = value, action
        alpha = max(alpha, found)
        if alpha >= beta:
            break
    return found, choice
