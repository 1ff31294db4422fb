"""How long a tournament takes at most, how much it will show, and what a shorter one would."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from grader.play.game import Game
from grader.tournament.plan import Plan, System
from grader.tournament.ratings import ELO

_PLAYOUTS = 40
"""Random games, from which the length of a game is guessed before one has been played."""
_INFORMATION = 0.25
"""What a game between equals says of their difference, in Bradley and Terry's model."""
_NORMAL = 1.96
_TOLERABLE = 250.0
"""Elo points; a shorter tournament that shows less is not offered."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Of a tournament, or of what is left of it.

    Attributes:
        games: in all.
        seconds: by the clock, if all agents use all their time.
        elo: by how much the strength of an average player may be wrong afterwards, with 95 %
            confidence.
    """

    games: int
    seconds: float
    elo: float


@dataclass(frozen=True, slots=True)
class Shorter:
    """An option that makes a tournament shorter, as it is written, and what it comes to."""

    option: str
    estimate: Estimate


def plies_of(game: Game[Any, Any], seed: int) -> float:
    """How many plies a game has on average, by random ones."""
    draw = random.Random(seed)
    lengths = []
    for _ in range(_PLAYOUTS):
        state, plies = game.start(), 0
        while game.result(state) is None:
            state = game.apply(state, draw.choice(game.moves(state)))
            plies += 1
        lengths.append(plies)
    return fmean(lengths)


def estimate(plan: Plan, plies: float, speed: float, processes: int) -> Estimate:
    """What ``plan`` comes to on a machine of this ``speed``, with games of so many plies.

    Args:
        processes: how many pairs are played at the same time.
    """
    own = max(plies - plan.terms.opening_plies, 0.0)
    at_a_time = max(1, min(processes, plan.games // 2))
    seconds = plan.games * own * plan.terms.seconds * speed / at_a_time
    each = 2 * plan.games / max(1, len(plan.players))
    elo = ELO * _NORMAL / math.sqrt(_INFORMATION * each) if each else math.inf
    return Estimate(plan.games, seconds, elo)


def shorter(plan: Plan, plies: float, speed: float, processes: int) -> list[Shorter]:
    """Options for a tournament that takes less time and still shows something."""
    tried = [(f"--time {plan.terms.seconds / 10:g}", _faster(plan))]
    if plan.pairs > 1:
        fewer = max(1, plan.pairs // 2)
        tried.append((f"--pairs {fewer}", replace(plan, pairs=fewer)))
    swiss = math.ceil(math.log2(max(2, len(plan.players)))) + 2
    if plan.system is System.ROUND_ROBIN and 2 * swiss < len(plan.players):
        change = replace(plan, system=System.SWISS, rounds=swiss)
        tried.append((f"--swiss {swiss}", change))
    found = [Shorter(option, estimate(one, plies, speed, processes)) for option, one in tried]
    tolerable = max(_TOLERABLE, estimate(plan, plies, speed, processes).elo)
    return [one for one in found if one.estimate.elo <= tolerable]


def _faster(plan: Plan) -> Plan:
    return replace(plan, terms=replace(plan.terms, seconds=plan.terms.seconds / 10))
