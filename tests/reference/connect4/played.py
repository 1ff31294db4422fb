"""Positions to try things on."""

from __future__ import annotations

import random

from reference.connect4 import rules
from reference.connect4.rules import Board


def played(seed: int, rows: int, columns: int, plies: int, length: int = 4) -> Board:
    """A position after random moves, not decided yet."""
    chance = random.Random(seed)
    while True:
        board = rules.start(rows, columns)
        for _ in range(plies):
            found = rules.moves(board, length)
            if not found:
                break
            board = rules.drop(board, rules.to_move(board), chance.choice(found))
        if rules.moves(board, length):
            return board
