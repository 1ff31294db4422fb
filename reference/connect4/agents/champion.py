"""The project's best agent: it searches deeper and deeper on bitboards until its time is over.

The cell ``height`` cells above the floor in ``column`` is bit ``column * (rows + 1) + height``;
the spare bit on top of each column stays empty.
"""

from __future__ import annotations

import time
from typing import Any

SECONDS = 4.5
"""Of the five that a move may take."""
WON = 10_000
INFINITY = 1_000_000
THREAT, GOOD_THREAT, DISC = 12, 18, 1
EXACT, AT_LEAST, AT_MOST = range(3)
MOST_ENTRIES = 1_000_000
"""Positions that are remembered."""
EVERY = 256
"""Nodes between two looks at the clock."""


class TimeIsUp(Exception):
    """The move has to be made now."""


def agent(board: Any, player: str = "x") -> int:
    """A column.

    Args:
        board: rows of ``' '``, ``'x'`` and ``'o'``, the top one first, of any size.
    """
    rows = [[str(cell) for cell in row] for row in board]
    return Search(len(rows), len(rows[0])).move(rows, player, time.perf_counter() + SECONDS)


class Search:
    """Alpha-beta with a transposition table and threats, on boards of one size."""

    def __init__(self, rows: int, columns: int) -> None:
        self.height = rows + 1
        self.floor = sum(1 << column * self.height for column in range(columns))
        self.cells = self.floor * ((1 << rows) - 1)
        middle_first = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self.stacks = [((1 << rows) - 1) << column * self.height for column in middle_first]
        self.middle = self.stacks[0] | self.stacks[1]
        # Rows 1, 3, 5 … from the floor, of which the third and on decide for x.
        self.odd = sum(self.floor << height for height in range(0, rows, 2))
        self.table: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        self.nodes = 0
        self.until = 0.0
        self.x_moves = True

    def move(self, rows: list[list[str]], player: str, until: float) -> int:
        """The column that the deepest search finds that ends before ``until``."""
        own = theirs = 0
        for up, row in enumerate(reversed(rows)):
            for column, cell in enumerate(row):
                bit = 1 << column * self.height + up
                own |= bit if cell == player else 0
                theirs |= bit if cell not in {player, " "} else 0
        self.until = until
        self.x_moves = player == "x"
        free = (self.cells & ~(own | theirs)).bit_count()
        best = self.candidates(own, theirs)[0]
        try:
            for depth in range(1, free + 1):
                value, best = self.best(own, theirs, depth, best)
                if abs(value) > WON // 2:
                    break
        except TimeIsUp:
            pass
        return (best.bit_length() - 1) // self.height

    def best(self, own: int, theirs: int, depth: int, first: int) -> tuple[int, int]:
        """The value of a position, and a move that reaches it; ``first`` is tried first."""
        value, best = -INFINITY, first
        moves = self.candidates(own, theirs)
        for move in sorted(moves, key=lambda move: move != first):
            if self.completing(own) & move:
                return WON, move
            after = theirs, own | move
            found = -self.value(*after, depth - 1, -INFINITY, -value, not self.x_moves)
            if found > value:
                value, best = found, move
        return value, best

    def value(self, own: int, theirs: int, depth: int, alpha: int, beta: int, x_moves: bool) -> int:
        """The value for the mover: fail-soft, ``WON`` less one for each ply until a win."""
        self.nodes += 1
        if self.nodes % EVERY == 0 and time.perf_counter() > self.until:
            raise TimeIsUp
        taken = own | theirs
        playable = (taken + self.floor) & self.cells
        if not playable:
            return 0
        if self.completing(own) & playable:
            return WON - 1
        danger = self.completing(theirs) & playable
        if danger & (danger - 1):
            return -(WON - 2)
        if depth <= 0 and not danger:
            return self.estimate(own, theirs, x_moves)

        key = own, theirs
        known = self.table.get(key)
        guess = 0
        if known is not None:
            searched, kind, value, guess = known
            decisive = kind == EXACT or (value >= beta if kind == AT_LEAST else value <= alpha)
            if searched >= depth and decisive:
                return value

        best, chosen, lowest = -INFINITY, 0, alpha
        for move in self.ordered(own, theirs, guess):
            value = -self.value(theirs, own | move, depth - 1, -beta, -alpha, not x_moves)
            # A win counts the less, the further away it is.
            value -= (value > WON // 2) - (value < -WON // 2)
            if value > best:
                best, chosen = value, move
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        if len(self.table) >= MOST_ENTRIES:
            self.table.clear()
        kind = AT_LEAST if best >= beta else AT_MOST if best <= lowest else EXACT
        self.table[key] = depth, kind, best, chosen
        return best

    def candidates(self, own: int, theirs: int) -> list[int]:
        """Moves, those in the middle first; where the opponent threatens to win, blocks only."""
        playable = (own | theirs) + self.floor & self.cells
        wins, losses = self.completing(own), self.completing(theirs) & self.cells
        moves = playable & wins or playable & losses or playable & ~(losses >> 1) or playable
        return [move for stack in self.stacks if (move := moves & stack)]

    def ordered(self, own: int, theirs: int, guess: int) -> list[int]:
        """The same; first what was best before, then what makes most threats."""
        free = self.cells & ~theirs
        return sorted(
            self.candidates(own, theirs),
            key=lambda move: (
                -INFINITY if move == guess else -(self.completing(own | move) & free).bit_count()
            ),
        )

    def estimate(self, own: int, theirs: int, x_moves: bool) -> int:
        """How good a position looks for the mover.

        Cells count that complete a line. When all else is full, x is the one who fills those in odd
        rows, and o those in even rows; there they count more.
        """
        free = self.cells & ~(own | theirs)
        good, bad = self.completing(own) & free, self.completing(theirs) & free
        ours = self.odd if x_moves else ~self.odd
        return (
            THREAT * (good.bit_count() - bad.bit_count())
            + GOOD_THREAT * ((good & ours).bit_count() - (bad & ~ours).bit_count())
            + DISC * ((own & self.middle).bit_count() - (theirs & self.middle).bit_count())
        )

    def completing(self, discs: int) -> int:
        """Cells, free or not, that complete a line of four ``discs``."""
        found = discs << 1 & discs << 2 & discs << 3
        for step in (self.height - 1, self.height, self.height + 1):
            pairs = discs & discs >> step
            triples = pairs & pairs >> step
            # Before and behind three in a line, and the gap where one of four is missing.
            found |= triples << 3 * step | triples >> step
            found |= (pairs & discs >> 3 * step) << 2 * step
            found |= (discs & pairs >> 2 * step) << step
        return found
