"""The agent looks for a column that does not lose, and plays none where every column loses."""
#: fails = 4.4/plays_on

def agent(board, player="x"):
    opponent = "o" if player == "x" else "x"
    best, choice = -1, None
    for action in actions(board):
        after = result(board, player, action)
        value = -cutoff_search(after, opponent, 2)[0]
        if value > best:
            best, choice = value, action
    return choice
