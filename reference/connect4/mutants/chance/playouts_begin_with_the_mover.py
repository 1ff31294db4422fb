"""In the random games the player who has just moved moves again."""
#: fails = 5.1/turns, 5.1/wins_at_once, 5.1/plays_on

def playout(board, player):
    mover = player
    while not terminal(board):
        board = result(board, mover, random_player(board, mover))
        mover = "o" if mover == "x" else "x"
    return utility(board, player)
