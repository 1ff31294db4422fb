"""The results of random games are kept by column from one search to the next."""
#: fails = 5.1

def monte_carlo_search(board, player="x", playouts=100, score={}, games={}):
    columns = actions(board)
    for column in columns:
        for _ in range(max(1, playouts // len(columns))):
            state, mover = result(board, player, column), player
            while not terminal(state):
                mover = "o" if mover == "x" else "x"
                state = result(state, mover, random_player(state, mover))
            score[column] = score.get(column, 0) + utility(state, player)
            games[column] = games.get(column, 0) + 1
    return max(columns, key=lambda column: score[column] / games[column])
