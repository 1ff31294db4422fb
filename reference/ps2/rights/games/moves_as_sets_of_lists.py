"""Moves are gathered in a set and listed as pairs of lists, captures at the end."""

import breakthrough


def generate_valid_moves(board, current_player):
    if breakthrough.is_game_over(board):
        return []
    black = current_player == breakthrough.Player.BLACK
    own, other, forward = ("B", "W", 1) if black else ("W", "B", -1)
    quiet, captures = set(), set()
    pawns = {(r, c) for r, row in enumerate(board) for c, tile in enumerate(row) if tile == own}
    for r, c in pawns:
        ahead = board[r + forward]
        for to in {c - 1, c, c + 1} & set(range(6)):
            if ahead[to] == "_":
                quiet.add(((r, c), (r + forward, to)))
            if to != c and ahead[to] == other:
                captures.add(((r, c), (r + forward, to)))
    return [[list(src), list(dst)] for src, dst in [*quiet, *captures]]
