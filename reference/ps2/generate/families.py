"""The kinds of position that the searches are tested on.

A family is one skill: what a position must be like for a search to need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from reference.ps2.oracle import move_values
from reference.ps2.oracle.bitboard import (
    FIRST_ROW,
    LAST_ROW,
    Bitboard,
    evaluate,
    is_over,
    moves,
    play,
)
from reference.ps2.provided.breakthrough import COL, ROW, WIN, Move, Player


@dataclass(frozen=True)
class Setting:
    """A position, the side to move and how far to look."""

    position: Bitboard
    player: Player
    depth: int

    @cached_property
    def values(self) -> Mapping[Move, int]:
        """The score of every move, for the side to move."""
        return self.values_at(self.depth)

    def values_at(self, depth: int) -> Mapping[Move, int]:
        """The score of every move for the side to move, looking ``depth`` plies ahead."""
        sign = 1 if self.player is Player.BLACK else -1
        values = move_values(self.position.rows, depth, self.player)
        return {move: sign * value for move, value in values.items()}

    @cached_property
    def score(self) -> int:
        """The score for the side to move."""
        return self.score_at(self.depth)

    def score_at(self, depth: int) -> int:
        """The score for the side to move, looking ``depth`` plies ahead."""
        if depth == 0 or is_over(self.position):
            score = evaluate(self.position)
            return score if self.player is Player.BLACK else -score
        return max(self.values_at(depth).values())

    @property
    def optimal(self) -> int:
        """How many moves are optimal."""
        return sum(value == self.score for value in self.values.values())

    @property
    def has_choice(self) -> bool:
        """Whether some moves are right and others wrong."""
        return self.optimal < len(self.values)


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of position, and how many of them to keep."""

    name: str
    title: str
    pawns: tuple[int, int]
    """At most so many black and white pawns."""
    quota: Mapping[int, int]
    """Depth -> positions to keep for either player."""
    fits: Callable[[Setting], bool]
    largest: int = 450
    """At most so many nodes in a full-width search."""
    smallest: int = 1
    """At least so many nodes."""


def _decided(score: int) -> bool:
    return abs(score) == WIN


def _one_ply(setting: Setting) -> bool:
    return setting.has_choice


def _forced_win(setting: Setting) -> bool:
    """The win needs the depth, give or take one ply, so a shallower search misses it."""
    return (
        setting.score == WIN
        and setting.has_choice
        and (setting.depth < 3 or setting.score_at(setting.depth - 2) != WIN)
    )


def _forced_loss(setting: Setting) -> bool:
    return setting.score == -WIN and (
        setting.depth < 4 or setting.score_at(setting.depth - 2) != -WIN
    )


def _defence(setting: Setting) -> bool:
    """Most moves lose; the others do not."""
    lost = sum(value == -WIN for value in setting.values.values())
    return not _decided(setting.score) and lost * 2 >= len(setting.values)


def _horizon(setting: Setting) -> bool:
    """Undecided as far as the search may look, decided one ply later."""
    return not _decided(setting.score) and _decided(setting.score_at(setting.depth + 1))


def _material(setting: Setting) -> bool:
    """Only captures matter: nobody can win, and the pawn count is about to change."""
    values = setting.values.values()
    return (
        setting.has_choice
        and not any(map(_decided, values))
        and setting.position.black.bit_count() > 2 < setting.position.white.bit_count()
    )


def _race(setting: Setting) -> bool:
    """All pawns are past each other: no capture can ever happen, tempo alone decides."""
    black, white = (_cells(side) for side in setting.position)
    meets = any(w > r and abs(c - d) <= w - r for r, c in black for w, d in white)
    return not meets and len(setting.values) > 1


def _blocked(setting: Setting) -> bool:
    """Two or more of the mover's pawns stand head to head with an enemy."""
    black, white = setting.position
    own = black & white >> COL if setting.player is Player.BLACK else white & black << COL
    return own.bit_count() >= 2 and setting.has_choice


def _sparse(setting: Setting) -> bool:
    return setting.has_choice


def _both_can_win(setting: Setting) -> bool:
    """Either side, if it were to move, would win at once."""
    black, white = setting.position
    return bool(black & LAST_ROW >> COL and white & FIRST_ROW << COL) and setting.has_choice


def _last_pawn(setting: Setting) -> bool:
    """A side is about to lose its last pawn, far from either edge."""
    black, white = setting.position
    arriving = black & LAST_ROW >> COL or white & FIRST_ROW << COL
    lonely = 1 in {black.bit_count(), white.bit_count()}
    return lonely and not arriving and setting.has_choice and _decided(setting.score)


def _deep(setting: Setting) -> bool:
    few = min(setting.position.black.bit_count(), setting.position.white.bit_count())
    return few >= 2 and setting.has_choice and len(setting.values) > 3


def _cells(side: int) -> list[tuple[int, int]]:
    return [divmod(i, COL) for i in range(ROW * COL) if side >> i & 1]


# fmt: off
FAMILIES = (
    Family("one_ply", "the best move, one ply ahead", (7, 7), {1: 12}, _one_ply),
    Family("forced_win", "a win in one, three or five plies", (3, 3),
           {1: 3, 2: 2, 3: 7, 4: 4, 5: 3}, _forced_win),
    Family("forced_loss", "every move loses", (4, 4), {2: 6, 3: 3, 4: 5, 5: 1}, _forced_loss),
    Family("defence", "few moves do not lose", (4, 4), {2: 4, 3: 4, 4: 4}, _defence),
    Family("horizon", "a win or loss just past the depth", (4, 4),
           {1: 4, 2: 4, 3: 4, 4: 3}, _horizon),
    Family("material", "captures alone matter", (7, 7), {2: 12, 3: 4}, _material),
    Family("race", "pawns past each other", (3, 3), {3: 4, 4: 4, 5: 3, 6: 2}, _race, 600),
    Family("blocked", "pawns head to head", (6, 6), {1: 2, 2: 6, 3: 4}, _blocked),
    Family("sparse", "one or two pawns a side", (2, 2), {4: 6, 5: 5, 6: 4}, _sparse, 600),
    Family("both_can_win", "either side could win at once", (4, 4),
           {1: 3, 2: 3, 3: 4}, _both_can_win),
    Family("last_pawn", "the last pawn falls", (2, 2), {1: 2, 2: 2, 3: 4, 4: 2}, _last_pawn),
    Family("deep", "five and six plies", (4, 4), {5: 4, 6: 4}, _deep, 1500, 400),
)
# fmt: on


def fits(family: Family, setting: Setting) -> bool:
    """Whether the setting belongs to the family, its size included."""
    return family.smallest <= nodes(setting, family.largest) <= family.largest and family.fits(
        setting
    )


def nodes(setting: Setting, limit: int) -> int:
    """Positions that a full-width search looks at, the root included; stops counting at limit."""
    count = 1
    waiting = [(setting.position, setting.player, setting.depth)]
    while waiting and count <= limit:
        position, player, left = waiting.pop()
        if is_over(position):
            continue
        found = moves(position, player)
        count += len(found)
        if left > 1:
            opponent = player.get_opponent()
            waiting += ((play(position, move, player), opponent, left - 1) for move in found)
    return count
