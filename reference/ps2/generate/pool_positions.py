"""Pools of search positions, of which each submission gets a few: one pool for each skill.

The positions of a pool ask equally much: they have the same depth, and about as many moves and as
large a tree. Black moves in the first half of them, White in the second. Of several times as many
that fit, those are kept that show slight mistakes, the rare ones first: on most random positions
a search that is almost right is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from reference.ps2.generate.families import FAMILIES, Setting, nodes
from reference.ps2.generate.sampling import positions
from reference.ps2.generate.slight import Slight
from reference.ps2.oracle import solve
from reference.ps2.oracle.bitboard import coordinates, moves
from reference.ps2.provided.breakthrough import Player

FOR_EITHER_SIDE = 16
"""Positions in a pool with either side to move."""
CANDIDATES = 4
"""Positions that are looked at for each that is kept."""

MISTAKES = (
    Slight("first", 8), Slight("last", 6), Slight("promising", 4), Slight("late", 6),
    Slight("late_after_good", 3), Slight("scout", 3), Slight("futile_1", 1), Slight("futile_2", 1),
    Slight("standing", 1), Slight("passing", 3), Slight("capped", 3), Slight("window", 1),
)  # fmt: skip
"""What the positions of a pool are to show, each as often as they can."""

Range = tuple[int, int]
"""The least and the most."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What the positions of one pool have in common.

    Attributes:
        family: what they have to be like, its size aside; the name of the pool.
        moves: at the root.
        nodes: of a full-width search.
        pawns: at most so many black and white ones.
    """

    family: str
    depth: int
    moves: Range
    nodes: Range
    pawns: tuple[int, int]

    def fits(self, setting: Setting) -> bool:
        """Whether the setting belongs into the pool."""
        least, most = self.nodes
        return (
            _within(self.moves, len(moves(setting.position, setting.player)))
            and least <= nodes(setting, most) <= most
            and _FITS[self.family](setting)
        )


_FITS = {family.name: family.fits for family in FAMILIES}

KINDS = (
    Kind("one_ply", 1, (14, 18), (15, 19), (8, 8)),
    Kind("forced_win", 3, (5, 9), (150, 400), (4, 4)),
    Kind("defence", 3, (5, 9), (150, 400), (5, 5)),
    Kind("horizon", 3, (6, 9), (150, 400), (5, 5)),
    Kind("material", 2, (14, 18), (180, 330), (9, 9)),
    Kind("race", 4, (5, 9), (150, 600), (3, 3)),
    Kind("blocked", 3, (6, 10), (200, 600), (6, 6)),
    Kind("sparse", 5, (3, 6), (150, 600), (2, 2)),
    Kind("both_can_win", 3, (6, 10), (150, 450), (5, 5)),
    Kind("deep", 5, (5, 8), (600, 1500), (4, 4)),
)


def choose() -> Iterator[tuple[str, str, Setting]]:
    """Id, pool and setting of each position, pool after pool."""
    for kind in KINDS:
        for player in Player:
            candidates = list(islice(_fitting(kind, player), CANDIDATES * FOR_EITHER_SIDE))
            for number, setting in enumerate(_telling(candidates), start=1):
                yield f"{kind.family}_drawn_{player.name[0].lower()}{number}", kind.family, setting


def _fitting(kind: Kind, player: Player) -> Iterator[Setting]:
    """Endless different settings that fit."""
    seen = set()
    for position in positions(f"pool {kind.family} {player.name}", kind.pawns):
        setting = Setting(position, player, kind.depth)
        if position not in seen and kind.fits(setting):
            seen.add(position)
            yield setting


def _telling(candidates: Sequence[Setting]) -> Iterator[Setting]:
    """Those of ``candidates`` that tell most: mistakes count by how rarely they were shown.

    Among equals, the one with the fewest optimal moves: whoever guesses is right less often.
    """
    missed = {setting: _missed(setting) for setting in candidates}
    shown: Counter[Slight] = Counter()
    for _ in range(FOR_EITHER_SIDE):
        best = max(
            missed,
            key=lambda setting: (
                sum(1 / (1 + shown[mistake]) for mistake in missed[setting]),
                -setting.optimal,
            ),
        )
        shown.update(missed.pop(best))
        yield best


def _missed(setting: Setting) -> list[Slight]:
    """The mistakes that give a wrong answer here."""
    position, depth, player = setting.position, setting.depth, setting.player
    solution = solve(position.rows, depth, player)

    def misses(mistake: Slight) -> bool:
        score, move = mistake.search(position, depth, player)
        right = move is not None and coordinates(move) in solution.moves
        return score != solution.score or not right

    return [mistake for mistake in MISTAKES if misses(mistake)]


def _within(range: Range, number: int) -> bool:
    least, most = range
    return least <= number <= most
