"""Moves by one nested comprehension, an evaluation by one sum."""

import breakthrough


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    return [
        ((r, c), (r + step, c + dc))
        for r in range(breakthrough.ROW)
        for c in range(breakthrough.COL)
        for dc in (1, 0, -1)
        if breakthrough.is_valid_move(board, (r, c), (r + step, c + dc), current_player)
    ]


def improved_evaluate(board):
    win = breakthrough.WIN
    text = ["".join(row) for row in board]
    everything = "".join(text)
    if "W" in text[0] or "B" not in everything and "W" in everything:
        return -win
    if "B" in text[5] or "W" not in everything:
        return win
    worth = dict(enumerate((10, 10, 20, 40, 50)))
    return sum(
        worth.get(r, 0) * row.count("B") - worth.get(5 - r, 0) * row.count("W")
        for r, row in enumerate(text)
    )
