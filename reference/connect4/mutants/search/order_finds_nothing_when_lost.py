"""The search with move ordering returns no column where every one loses."""
#: fails = 3.2/ordered_search_plays_on, 3.2/ordered_values, 3.2/ordered_search_of_both_sides

def ordered_search(board, player="x"):
    return best(board, player, -1, 1)


def best(board, mover, alpha, beta):
    if terminal(board):
        return utility(board, mover), None
    found, choice = -1, None
    for action in middle_first(board):
        after = result(board, mover, action)
        value = -best(after, "o" if mover == "x" else "x", -beta, -max(alpha, found))[0]
        if value > found:
            found, choice = value, action
        if found >= beta:
            break
    return found, choice
