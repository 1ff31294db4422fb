"""Which side is without pawns is found out once and kept for all boards on which one is."""
#: fails = 5.1

import breakthrough

kept = {}


def improved_evaluate(board):
    worth = [10, 10, 20, 40, 50]
    pawns = [(r, tile) for r, row in enumerate(board) for tile in row if tile != "_"]
    if (0, "W") in pawns:
        return -breakthrough.WIN
    if (5, "B") in pawns:
        return breakthrough.WIN
    sides = {tile for _, tile in pawns}
    if len(sides) < 2:
        score = breakthrough.WIN if "B" in sides else -breakthrough.WIN
        return kept.setdefault("score", score)
    return sum(worth[r] if tile == "B" else -worth[5 - r] for r, tile in pawns)
