"""Chooses who plays whom next in a ladder. The same state of a ladder leads to the same choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MEETINGS = 2
"""Pairs of games that the same two entries play at most."""
_STAFF_EVERY = 3
"""Every so many pairs, a reference agent is preferred: what it can do does not change."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry that can play.

    Attributes:
        elo: its strength; 0, the average, before it is rated.
        pairs: that it has played or plays, also those that were another entry's turn.
        staff: whether it is a reference agent.
        served_at: when a pair was played last for its player.
    """

    id: int
    elo: float
    pairs: int
    staff: bool = False
    served_at: float = 0.0


def meeting_key(one: int, other: int) -> tuple[int, int]:
    """Return two entries as a key that does not depend on their order."""
    return min(one, other), max(one, other)


def choose_meeting(
    contenders: Iterable[Contender], met: Mapping[tuple[int, int], int], wanted: int
) -> tuple[int, int] | None:
    """Return who plays next, and against whom; ``None`` once everybody has played enough.

    The player who was served longest ago is next. Their opponent is the nearest in strength whom
    they have not met twice, of equals the one with the fewest games.

    Args:
        met: how many pairs two entries have played, by :func:`meeting_key`.
        wanted: pairs that each entry of a student plays.
    """
    every = sorted(contenders, key=lambda each: (each.served_at, each.id))
    for one in every:
        if one.staff or one.pairs >= wanted:
            continue
        others = [
            other
            for other in every
            if other.id != one.id and met.get(meeting_key(one.id, other.id), 0) < MEETINGS
        ]
        staff = one.pairs % _STAFF_EVERY == 0
        if others:
            found = min(
                others,
                key=lambda each: (
                    each.staff is not staff,
                    met.get(meeting_key(one.id, each.id), 0),
                    abs(each.elo - one.elo),
                    each.pairs,
                    each.id,
                ),
            )
            return one.id, found.id
    return None
