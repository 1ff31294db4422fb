"""How often each side wins when both move at random.

Run as ``python -m reference.connect4.generate.rates``; a minute or so.

A board is one integer per side, a column of bits for each column of the board with one bit to spare
above it, so that lines are found by shifting.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

GAMES = 200_000
SEED = 1
ROWS, COLUMNS = 6, 7


def played(draw: random.Random) -> str:
    """The result of one random game: ``x``, ``o`` or ``draw``."""
    height = ROWS + 1
    sides = [0, 0]
    free = [column * height for column in range(COLUMNS)]
    open_columns = list(range(COLUMNS))
    for ply in range(ROWS * COLUMNS):
        column = open_columns[int(draw.random() * len(open_columns))]
        sides[ply % 2] |= 1 << free[column]
        free[column] += 1
        if free[column] % height == ROWS:
            open_columns.remove(column)
        if ply > 5 and _has_line(sides[ply % 2], height):
            return "xo"[ply % 2]
    return "draw"


def _has_line(discs: int, height: int) -> bool:
    for shift in (1, height - 1, height, height + 1):
        pairs = discs & (discs >> shift)
        if pairs & (pairs >> 2 * shift):
            return True
    return False


def main() -> None:
    """Print the shares of a large number of games."""
    draw = random.Random(SEED)
    results = Counter(played(draw) for _ in range(GAMES))
    for result in ("x", "o", "draw"):
        share = results[result] / GAMES
        sys.stdout.write(f"{result}: {share:.4f} of {GAMES} games\n")


if __name__ == "__main__":
    main()
