"""Smaller versions of cases: what a counterexample is looked for among."""

from __future__ import annotations

from collections.abc import Iterator

from reference.ps2.oracle.bitboard import Bitboard, is_over

Rows = tuple[str, ...]


def fewer_pawns(rows: Rows) -> Iterator[Rows]:
    """The boards with one pawn less on which the game is as much over, or not, as on ``rows``."""
    over = is_over(Bitboard.read(rows))
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell == "_":
                continue
            fewer = (*rows[:r], f"{row[:c]}_{row[c + 1 :]}", *rows[r + 1 :])
            if is_over(Bitboard.read(fewer)) == over:
                yield fewer


def pawns(rows: Rows) -> int:
    """How many pawns stand on a board."""
    return sum(cell != "_" for row in rows for cell in row)


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 pawn``, ``2 pawns``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
