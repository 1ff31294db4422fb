"""Positions picked by hand: mistakes that hardly any random position shows.

Each is asked about twice, the second time turned round with the colours exchanged, so that either
side is the one to find its way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reference.ps2.generate.families import Setting
from reference.ps2.oracle.bitboard import Bitboard
from reference.ps2.provided.breakthrough import Player

_TURNED = str.maketrans("BW", "WB")


@dataclass(frozen=True, slots=True)
class Picked:
    """A board for Black to move on, and how deep to look."""

    id: str
    family: str
    rows: tuple[str, ...]
    depth: int

    def settings(self) -> Iterator[tuple[str, Setting]]:
        """The position and its counterpart for White, each with its id."""
        turned = [row[::-1].translate(_TURNED) for row in reversed(self.rows)]
        for player, rows in ((Player.BLACK, self.rows), (Player.WHITE, turned)):
            yield (
                f"{self.id}_{player.name.lower()}",
                Setting(Bitboard.read(rows), player, self.depth),
            )


POSITIONS = (
    # Two pawns can move to the same cell, and which of them does makes a difference.
    Picked(
        "material_same_cell",
        "material",
        ("______", "______", "______", "BB_B_B", "W_W___", "__W___"),
        2,
    ),
    # Lost on the sixth ply and not before.
    Picked(
        "sparse_sixth_ply",
        "sparse",
        ("__B___", "______", "______", "___W__", "______", "______"),
        6,
    ),
    # A table keeps scores of positions that were cut off, which are bounds only, and meets them
    # again by another order of moves and within other bounds.
    Picked(
        "bounds_kept_1",
        "transposed",
        ("______", "_BB___", "______", "______", "W_____", "______"),
        5,
    ),
    Picked(
        "bounds_kept_2",
        "transposed",
        ("______", "____BB", "____W_", "______", "______", "____W_"),
        5,
    ),
    Picked(
        "bounds_kept_3",
        "transposed",
        ("__BB__", "__W___", "______", "_B____", "W_____", "______"),
        5,
    ),
    # As above, told from exact scores by bounds that were narrowed since.
    Picked(
        "bounds_narrowed",
        "transposed",
        ("____B_", "B_B___", "______", "______", "_W____", "______"),
        5,
    ),
    # A killer move is tried where it is none: straight onto an opponent's pawn it is ignored, and
    # the side passes.
    Picked(
        "killers_1",
        "cut_short",
        ("___BB_", "______", "_____W", "______", "______", "______"),
        3,
    ),
    Picked(
        "killers_2",
        "cut_short",
        ("______", "__BB__", "______", "__W___", "______", "______"),
        3,
    ),
    Picked(
        "killers_3",
        "cut_short",
        ("______", "______", "_____B", "______", "______", "___WW_"),
        4,
    ),
    Picked(
        "killers_4",
        "cut_short",
        ("______", "B_____", "______", "______", "_WW___", "______"),
        4,
    ),
    # What is captured on the last ply could be captured back on the next.
    Picked(
        "retaken_1",
        "retaken",
        ("__B___", "BW____", "______", "_W____", "_W____", "______"),
        4,
    ),
    Picked(
        "retaken_2",
        "retaken",
        ("_B____", "WB____", "______", "W_____", "W_____", "______"),
        4,
    ),
    # A move captures with each of its pawns, and a later one wins.
    Picked(
        "enough_1",
        "cut_short",
        ("______", "___B__", "_BB_B_", "B_W___", "W_W___", "______"),
        3,
    ),
    # As the last, to be asked about with moves in reverse order: only then, White too comes upon
    # the captures first, because pawns that are far ahead come first in the usual order.
    Picked(
        "captures_before_a_win",
        "reordered",
        ("B_____", "_W____", "______", "W____W", "B_____", "______"),
        3,
    ),
    # It makes a difference which of the pawns at home has left.
    Picked(
        "home_rows_1",
        "home_rows",
        ("____BB", "______", "____W_", "______", "__W___", "______"),
        4,
    ),
    Picked(
        "home_rows_2",
        "home_rows",
        ("BB____", "______", "W_____", "W_____", "______", "______"),
        4,
    ),
)
