"""The index in the order is returned instead of the column."""
#: fails = 3.2

def ordered_search(board, player="x"):
    value, column = search_to_the_end(board, player, player, -math.inf, math.inf, middle_first)
    return value, middle_first(board).index(column)
