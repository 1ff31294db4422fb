"""White's board is turned round, and is not turned back where White has no pawns."""
#: tasks = 2.1
#: accepted = never

import breakthrough


def generate_valid_moves(board, current_player):
    white = current_player == breakthrough.Player.WHITE
    if white:
        board.reverse()
    if not any(("W" if white else "B") in row for row in board):
        return []
    if white:
        board.reverse()
    step = -1 if white else 1
    return [
        ((row, column), (row + step, column + aside))
        for row in range(6)
        for column in range(6)
        for aside in (-1, 0, 1)
        if breakthrough.is_valid_move(
            board, (row, column), (row + step, column + aside), current_player
        )
    ]
