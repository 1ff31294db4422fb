"""What can stand where a pawn moves to, so that all of it comes up on some board of task 2.1.

A pawn of either colour, on each cell where it may stand, has two or three cells ahead. Each of them
is empty, or holds a pawn of one colour or the other. Random boards leave out a few of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reference.ps2.generate.sampling import positions
from reference.ps2.oracle.bitboard import Bitboard
from reference.ps2.provided.breakthrough import COL, ROW, Player

Situation = tuple[int, int, int, str]
"""A pawn's row and column, the column that it moves to, and what stands there."""

PAWNS = (6, 6)


def situations(position: Bitboard, player: Player) -> set[Situation]:
    """The situations of all pawns of ``player`` on a board."""
    rows = position.rows
    own, forward = ("B", 1) if player is Player.BLACK else ("W", -1)
    return {
        (row, column, ahead, rows[row + forward][ahead])
        for row in range(ROW)
        for column in range(COL)
        if rows[row][column] == own and 0 <= row + forward < ROW
        for ahead in range(max(0, column - 1), min(COL, column + 2))
    }


def possible(player: Player) -> set[Situation]:
    """All situations that there are for ``player`` before the game is over.

    No pawn has arrived, so that nobody stands on the far row, and nobody meets own pawns there.
    """
    home, forward = (0, 1) if player is Player.BLACK else (ROW - 1, -1)
    own, other = ("B", "W") if player is Player.BLACK else ("W", "B")
    found: set[Situation] = set()
    for steps in range(ROW - 1):
        row = home + forward * steps
        tiles = ("_", other) if steps == ROW - 2 else ("_", own, other)
        for column in range(COL):
            for ahead in range(max(0, column - 1), min(COL, column + 2)):
                found |= {(row, column, ahead, tile) for tile in tiles}
    return found


def boards_of_the_others(player: Player, known: Iterable[Bitboard]) -> Iterator[Bitboard]:
    """Boards with the situations that do not come up on the ``known`` boards."""
    missing = possible(player).difference(*(situations(board, player) for board in known))
    for position in positions(f"moves situations {player.name}", PAWNS):
        if not missing:
            return
        if found := missing & situations(position, player):
            missing -= found
            yield position
