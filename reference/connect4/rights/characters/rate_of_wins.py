"""Monte Carlo search prefers the move after which most random games are won."""

def monte_carlo_search(board, player="x", playouts=100):
    free = actions(board)
    games = max(1, playouts // len(free))
    rates = {}
    for action in free:
        won = 0
        for _ in range(games):
            after, mover = result(board, player, action), "o" if player == "x" else "x"
            while not terminal(after):
                after = result(after, mover, random_player(after, mover))
                mover = "o" if mover == "x" else "x"
            won += utility(after, player) == 1
        rates[action] = won / games
    return max(rates, key=rates.get)
# A draw counts as little as a loss.
