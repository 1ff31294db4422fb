"""Positions as the oracle searches them: always from the mover's side.

Cell (row, column) is bit ``columns * row + column``, and the mover goes towards higher rows. A
position carries its own mirror image, with the rows upside down, in which the opponent goes towards
higher rows: so whose turn it is makes no difference to any rule, and a position and the one with
the sides exchanged are the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from reference.breakthrough_agent.rules import State, inverted


class Position(NamedTuple):
    """Pawns as bits, seen by the player to move and then by its opponent."""

    own: int
    other: int
    own_mirrored: int
    other_mirrored: int


@dataclass(frozen=True, slots=True)
class Geometry:
    """What depends on the size of the board alone.

    Attributes:
        left, right: the cells of the first and the last column.
        mirrored: the bit of each cell, upside down.
        path: the cells straight ahead of a cell.
        near: from where the opponent can stop a pawn of the player to move that goes straight on.
        near_waiting: the same for a pawn whose owner moves second.
    """

    rows: int
    cols: int
    left: int
    right: int
    mirrored: Mapping[int, int]
    path: Mapping[int, int]
    near: Mapping[int, int]
    near_waiting: Mapping[int, int]

    @property
    def cells(self) -> int:
        """All cells."""
        return (1 << self.rows * self.cols) - 1

    def steps(self, pawns: int) -> int:
        """How many rows the foremost of ``pawns`` has to go; there must be one."""
        return self.rows - 1 - (pawns.bit_length() - 1) // self.cols


@functools.cache
def geometry(rows: int, cols: int) -> Geometry:
    """That of a board of this size."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]

    def bit(row: int, col: int) -> int:
        return 1 << cols * row + col

    def ahead(reach: Callable[[int], int]) -> dict[int, int]:
        """For each cell, those ahead of it at most ``reach(rows ahead)`` columns away."""
        return {
            bit(row, col): sum(
                bit(far, aside)
                for far, aside in cells
                if far > row and abs(aside - col) <= reach(far - row)
            )
            for row, col in cells
        }

    left = sum(bit(row, 0) for row in range(rows))
    return Geometry(
        rows,
        cols,
        left,
        left << cols - 1,
        mirrored={bit(row, col): bit(rows - 1 - row, col) for row, col in cells},
        path=ahead(lambda _: 0),
        near=ahead(lambda gap: gap // 2),
        near_waiting=ahead(lambda gap: (gap + 1) // 2),
    )


def position_of(state: State) -> Position:
    """A state as its mover sees it, and as the opponent does."""
    seen = inverted(state)
    if state.black_to_move:
        return Position(state.black, state.white, seen.white, seen.black)
    return Position(seen.black, seen.white, state.white, state.black)


def children(board: Geometry, position: Position) -> list[Position]:
    """The positions after every move, each seen by the player who is to move then."""
    own, other, own_mirrored, other_mirrored = position
    cols, mirrored = board.cols, board.mirrored
    inside = board.cells & ~own
    found = []
    for step, targets in (
        (cols, own << cols & inside & ~other),
        (cols - 1, (own & ~board.left) << cols - 1 & inside),
        (cols + 1, (own & ~board.right) << cols + 1 & inside),
    ):
        rest = targets
        while rest:
            dst = rest & -rest
            rest ^= dst
            src = dst >> step
            dst_mirrored = mirrored[dst]
            found.append(
                Position(
                    other_mirrored & ~dst_mirrored,
                    own_mirrored ^ mirrored[src] ^ dst_mirrored,
                    other & ~dst,
                    own ^ src ^ dst,
                )
            )
    return found


def threats(board: Geometry, position: Position) -> int:
    """The opponent's pawns that would arrive with their next move, as the mover sees them."""
    return position.other & ((1 << board.cols) - 1) << board.cols
