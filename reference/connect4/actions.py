"""The actions of a state: the columns in which there is a free cell."""


def actions(board):
    """Columns that are not full, from left to right.

    Args:
        board: a character array of ``' '``, ``'x'`` and ``'o'``, the top row first, of any size.
    """
    return [column for column in range(board.shape[1]) if board[0, column] == " "]
