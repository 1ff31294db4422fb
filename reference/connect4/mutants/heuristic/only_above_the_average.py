"""Moves above the average are kept, which leaves none where all moves look equally bad."""
#: fails = 4.3/pruned_search_plays_on

def promising(board, mover, depth):
    columns = actions(board)
    if depth < 3 or len(columns) < 4:
        return columns
    shallow = {column: after_reply(board, mover, column) for column in columns}
    average = sum(shallow.values()) / len(shallow)
    return [column for column in columns if shallow[column] > average]
