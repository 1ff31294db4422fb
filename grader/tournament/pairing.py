"""Pairs players: everybody against everybody, or rounds of equals (Swiss)."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import combinations

Meeting = tuple[int, int]
"""Two players by index, the smaller one first."""


def round_robin(players: int) -> list[Meeting]:
    """Return all pairs of players, by index: everybody meets everybody once."""
    return list(combinations(range(players), 2))


def swiss_round(
    scores: Sequence[float],
    met: Collection[Meeting],
    rested: Collection[int],
    seed: int,
) -> tuple[list[Meeting], int | None]:
    """Return a Swiss round: players with like scores meet, and none the same one twice.

    It depends on what has been played, and not on the order in which games ended. If no round
    without a second meeting can be found near the obvious one, such meetings are allowed.

    Args:
        scores: points of each player so far.
        met: meetings of earlier rounds.
        rested: players who have had no opponent in an earlier round.
        seed: decides among equals.

    Returns:
        The meetings, and the player who has no opponent this time, if their number is odd. That one
        is given the points of a win.
    """
    draw = random.Random(seed)
    chance = [draw.random() for _ in scores]
    order = sorted(range(len(scores)), key=lambda player: (-scores[player], chance[player]))
    resting = None
    if len(order) % 2:
        resting = next((one for one in reversed(order) if one not in rested), order[-1])
        order.remove(resting)
    found = _pair_from_top(order, frozenset(met), [2000])
    if found is None:
        found = list(zip(order[::2], order[1::2], strict=True))
    return sorted((min(meeting), max(meeting)) for meeting in found), resting


def _pair_from_top(
    order: Sequence[int], met: frozenset[Meeting], tries: list[int]
) -> list[Meeting] | None:
    """Return pairs from the top down, nearest first; ``tries`` bounds the backtracking."""
    if not order:
        return []
    first, *others = order
    for index, second in enumerate(others):
        if (min(first, second), max(first, second)) in met:
            continue
        tries[0] -= 1
        if tries[0] < 0:
            return None
        rest = _pair_from_top(others[:index] + others[index + 1 :], met, tries)
        if rest is not None:
            return [(first, second), *rest]
    return None
