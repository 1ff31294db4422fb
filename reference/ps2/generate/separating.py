"""Positions chosen because they separate searches that are almost right from those that are.

Crowded boards show who looks at some of the moves only, or stops where pawns are many; others, who
prunes too much. Each is looked for with the very mistake that it shows, among random positions
until a few are found, and the one with the smallest tree is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from reference.ps2.generate.families import Setting, nodes
from reference.ps2.generate.sampling import positions
from reference.ps2.generate.slight import Slight
from reference.ps2.oracle import solve
from reference.ps2.oracle.bitboard import moves
from reference.ps2.provided.breakthrough import Player

TRIES = 20_000
"""Positions that are looked at, at most; it is known that the mistake shows among so many."""
FOUND = 3
"""Positions that show a mistake, of which one is kept."""
MOST_NODES = 5000
"""In a full-width search of a position."""

ALL = (12, 12)


@dataclass(frozen=True, slots=True)
class Target:
    """A mistake to be shown.

    Attributes:
        family: of the positions in the file.
        pawns: at most so many of either side.
        least: at least so many moves at the root.
        players: who is to move; of some mistakes, moves in reading order show one side's only.
    """

    family: str
    slight: Slight
    depth: int
    pawns: tuple[int, int] = ALL
    least: int = 1
    players: tuple[Player, ...] = tuple(Player)


def _crowded(kind: str, size: int, depth: int, *players: Player) -> Target:
    return Target("crowded", Slight(kind, size), depth, ALL, size + 1, players or tuple(Player))


def _cut_short(
    kind: str, size: int, depth: int, pawns: tuple[int, int], *players: Player
) -> Target:
    return Target("cut_short", Slight(kind, size), depth, pawns, 1, players or tuple(Player))


TARGETS = (
    _crowded("first", 20, 1, Player.BLACK),
    _crowded("first", 20, 2),
    _crowded("last", 20, 1, Player.WHITE),
    _crowded("last", 20, 2),
    _crowded("promising", 10, 3),
    _crowded("promising", 16, 3, Player.BLACK),
    Target("crowded", Slight("pawns", 20), 3),
    Target("crowded", Slight("capped", 8), 1),
    Target("cut_short", Slight("late", 16), 3, ALL, 17),
    Target("cut_short", Slight("late", 20), 2, ALL, 21),
    Target("cut_short", Slight("late_after_good", 16), 3, ALL, 17, (Player.BLACK,)),
    Target("cut_short", Slight("scout", 16), 3, ALL, 17),
    _cut_short("futile_1", 2, 4, (5, 5), Player.WHITE),
    _cut_short("futile_1", 2, 3, ALL, Player.BLACK),
    _cut_short("futile_2", 1, 4, (5, 5)),
    _cut_short("futile_2", 2, 4, (6, 6), Player.BLACK),
    _cut_short("futile_2", 2, 5, (4, 4), Player.WHITE),
    _cut_short("standing", 1, 3, ALL),
    _cut_short("passing", 4, 5, (3, 3)),
    _cut_short("passing", 5, 6, (3, 3)),
)


def choose() -> Iterator[tuple[str, str, Setting]]:
    """Id, family and setting of each position."""
    for target in TARGETS:
        kind, size = target.slight.kind, target.slight.size
        for player in target.players:
            found = list(islice(_shown(target, player), FOUND))
            if not found:
                raise AssertionError(
                    f"No position of {TRIES} shows {kind} {size} to {player.name}."
                )
            setting = min(found, key=lambda setting: nodes(setting, MOST_NODES))
            name = f"{target.family}_{kind}_{size}_{target.depth}{player.name[0].lower()}"
            yield name, target.family, setting


def _shown(target: Target, player: Player) -> Iterator[Setting]:
    """Positions with ``player`` to move on which the mistake costs the right score."""
    seed = f"{target.slight.kind} {target.slight.size} {target.depth} {player.name}"
    for position in islice(positions(seed, target.pawns), TRIES):
        if len(moves(position, player)) < target.least:
            continue
        setting = Setting(position, player, target.depth)
        score, _ = target.slight.search(position, target.depth, player)
        if (
            score != solve(position.rows, target.depth, player).score
            and nodes(setting, MOST_NODES) <= MOST_NODES
        ):
            yield setting
