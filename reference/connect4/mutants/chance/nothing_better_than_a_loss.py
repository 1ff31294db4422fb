"""The search only takes what is better than lost games, and finds no column where all are lost."""
#: fails = 5.1/plays_on

def monte_carlo_search(board, player="x", playouts=100):
    columns = actions(board)
    each = max(1, playouts // len(columns))
    best, best_column = -each, None
    for column in columns:
        games = [playout(result(board, player, column), player) for _ in range(each)]
        if sum(games) > best:
            best, best_column = sum(games), column
    return best_column
