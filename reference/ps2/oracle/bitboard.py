"""Breakthrough on two 36-bit integers, one per side.

Cell (row, column) is bit ``6 * row + column``: Black moves towards higher bits, White towards
lower ones. Positions are taken to be undecided wherever moves are generated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reference.ps2.provided.breakthrough import COL, ROW, WIN, Move, Player

CELLS = ROW * COL
FIRST_ROW = (1 << COL) - 1
LAST_ROW = FIRST_ROW << (CELLS - COL)
LEFT_EDGE = sum(1 << (COL * row) for row in range(ROW))
RIGHT_EDGE = LEFT_EDGE << (COL - 1)
WORTH_BY_STEPS = (10, 10, 20, 40, 50)
"""Worth of a pawn in task 5.1, by the number of rows it has moved forward."""


class Bitboard(NamedTuple):
    """The pawns of both sides. A tuple, because searches make and hash very many of them."""

    black: int
    white: int

    @classmethod
    def read(cls, board: Sequence[Sequence[str]]) -> Bitboard:
        """Reads six rows of six cells out of ``B``, ``W`` and ``_``.

        Raises ``ValueError`` for any other shape or cell.
        """
        if len(board) != ROW or any(len(row) != COL for row in board):
            sizes = ", ".join(str(len(row)) for row in board)
            raise ValueError(f"A board has {ROW} rows of {COL} cells; got rows of {sizes}.")
        tiles = [tile for row in board for tile in row]
        if unknown := set(tiles) - {"B", "W", "_"}:
            raise ValueError(f"A cell is B, W or _; got {sorted(unknown)}.")
        return cls(
            sum(1 << i for i, tile in enumerate(tiles) if tile == "B"),
            sum(1 << i for i, tile in enumerate(tiles) if tile == "W"),
        )

    @property
    def rows(self) -> tuple[str, ...]:
        """The board as six strings, as ``read`` takes them."""
        tiles = "".join(
            "B" if self.black >> i & 1 else "W" if self.white >> i & 1 else "_"
            for i in range(CELLS)
        )
        return tuple(tiles[i : i + COL] for i in range(0, CELLS, COL))


def is_over(position: Bitboard) -> bool:
    """Whether a side has arrived or is without pawns."""
    black, white = position
    return not black or not white or bool(black & LAST_ROW or white & FIRST_ROW)


def evaluate(position: Bitboard) -> int:
    """The course's evaluation, for Black."""
    black, white = position
    if white & FIRST_ROW:
        return -WIN
    if black & LAST_ROW or not white:
        return WIN
    if not black:
        return -WIN
    return black.bit_count() - white.bit_count()


def improved(position: Bitboard) -> int:
    """The evaluation of task 5.1, for Black: a pawn counts more the further it has come."""
    if is_over(position):
        return evaluate(position)
    black, white = position
    return sum(
        worth
        * (
            (black & FIRST_ROW << COL * steps).bit_count()
            - (white & LAST_ROW >> COL * steps).bit_count()
        )
        for steps, worth in enumerate(WORTH_BY_STEPS)
    )


def moves(position: Bitboard, player: Player) -> list[tuple[int, int]]:
    """The moves of ``player`` as pairs of bits (from, to): from low to high cells."""
    black, white = position
    if player is Player.BLACK:
        own, steps = black, ((COL - 1, LEFT_EDGE), (COL, 0), (COL + 1, RIGHT_EDGE))
    else:
        own, steps = white, ((-COL - 1, LEFT_EDGE), (-COL, 0), (-COL + 1, RIGHT_EDGE))
    occupied = black | white
    found = []
    rest = own
    while rest:
        src = rest & -rest
        rest ^= src
        for step, edge in steps:
            if src & edge:
                continue
            dst = src << step if step > 0 else src >> -step
            if not dst & (own if edge else occupied):
                found.append((src, dst))
    return found


def play(position: Bitboard, move: tuple[int, int], player: Player) -> Bitboard:
    """The position after ``move``, which must be one of ``moves``."""
    src, dst = move
    black, white = position
    if player is Player.BLACK:
        return Bitboard(black ^ src | dst, white & ~dst)
    return Bitboard(black & ~dst, white ^ src | dst)


def coordinates(move: tuple[int, int]) -> Move:
    """A move as the course writes it: ``((row, column), (row, column))``."""
    src, dst = (bit.bit_length() - 1 for bit in move)
    return divmod(src, COL), divmod(dst, COL)
