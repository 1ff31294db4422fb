"""Boards as integers, with one spare bit on top of every column.

The cell ``height`` cells above the floor in ``column`` is bit ``column * (rows + 1) + height``. The
spare bits stay empty: they keep lines from going round an edge, and adding the floor to all discs
turns on the lowest free bit of each column, into which the next disc falls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from reference.connect4.rules import Board, Player

Bits = int
"""A set of cells."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The sets of cells that matter on boards of one size, and what completes lines there.

    Attributes:
        stacks: the cells of each column, from left to right.
        completing: the cells, empty or not and spare ones too, that complete a line of these discs.
    """

    rows: int
    floor: Bits
    cells: Bits
    stacks: tuple[Bits, ...]
    completing: Callable[[Bits], Bits]

    def playable(self, taken: Bits) -> Bits:
        """Where the next disc of each column that is not full falls."""
        return (taken + self.floor) & self.cells

    def mirrored(self, cells: Bits) -> Bits:
        """The same cells with left and right exchanged."""
        height = self.rows + 1
        stack = (1 << height) - 1
        found = 0
        for _ in self.stacks:
            found = found << height | cells & stack
            cells >>= height
        return found

    def read(self, board: Board, player: Player) -> tuple[Bits, Bits]:
        """The discs of ``player``, and all discs.

        Raises ``ValueError`` if a disc lies on nothing, or a cell is none of ``' '``, ``x``, ``o``.
        """
        own = taken = 0
        for column, cells in enumerate(zip(*reversed(board), strict=True)):
            discs = "".join(cells).rstrip(" ")
            if set(discs) - {"x", "o"}:
                raise ValueError(f"Discs x and o lie on each other; got {discs!r} in {column}.")
            bottom = column * (self.rows + 1)
            taken |= ((1 << len(discs)) - 1) << bottom
            own |= sum(1 << bottom + height for height, disc in enumerate(discs) if disc == player)
        return own, taken


@lru_cache
def layout(rows: int, columns: int, length: int = 4) -> Layout:
    """The layout of boards of this size, with lines of 3 or 4 discs.

    Raises ``ValueError`` for another length.
    """
    if length not in {3, 4}:
        raise ValueError(f"A line has 3 or 4 discs; got {length}.")
    floor = sum(1 << column * (rows + 1) for column in range(columns))
    stack = (1 << rows) - 1
    return Layout(
        rows=rows,
        floor=floor,
        cells=floor * stack,
        stacks=tuple(stack << column * (rows + 1) for column in range(columns)),
        completing=(_completing_three if length == 3 else _completing_four)(rows),
    )


def _completing_four(rows: int) -> Callable[[Bits], Bits]:
    """What finds the cells that complete a line of four.

    In each direction, one cell ahead or behind of two discs in a row completes a line if there is
    a third disc ahead of them, or behind with the cell between.
    """
    steps = tuple((step, 2 * step, 3 * step) for step in (rows, rows + 1, rows + 2))

    def completing(discs: Bits) -> Bits:
        # In a column, a disc falls only on top.
        found = discs << 1 & discs << 2 & discs << 3
        for one, two, three in steps:
            behind, ahead = discs << one, discs >> one
            pair = behind & discs << two
            found |= pair & (ahead | discs << three)
            pair = ahead & discs >> two
            found |= pair & (behind | discs >> three)
        return found

    return completing


def _completing_three(rows: int) -> Callable[[Bits], Bits]:
    """What finds the cells that complete a line of three: at either end of a pair, or between."""
    steps = tuple((step, 2 * step) for step in (rows, rows + 1, rows + 2))

    def completing(discs: Bits) -> Bits:
        found = discs << 1 & discs << 2
        for one, two in steps:
            behind, ahead = discs << one, discs >> one
            found |= behind & (ahead | discs << two) | ahead & discs >> two
        return found

    return completing
