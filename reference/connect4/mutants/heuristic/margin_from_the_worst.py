"""Forward pruning keeps what is no worse than the worst move, and so leaves nothing out."""
#: fails = 4.3/leaves_moves_out

def promising(board, mover, depth):
    columns = actions(board)
    if depth < 3 or len(columns) < 2:
        return columns
    shallow = {column: after_reply(board, mover, column) for column in columns}
    worst = min(shallow.values())
    return [column for column in columns if shallow[column] >= worst]
