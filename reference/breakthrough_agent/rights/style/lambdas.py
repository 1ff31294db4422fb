"""The evaluation is a lambda that counts from White's side, which the search knows."""

pawns_of = lambda board, colour: [
    (row, cells.count(colour)) for row, cells in enumerate(board)
]
evaluate_board = lambda board: (
    sum(WEIGHTS[5 - row] * count for row, count in pawns_of(board, "W"))
    - sum(WEIGHTS[row] * count for row, count in pawns_of(board, "B"))
)


def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    return -evaluate_board(board)
