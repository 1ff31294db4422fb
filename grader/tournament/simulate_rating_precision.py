"""Estimates how well strengths will be known after a tournament: by tournaments that are simulated.

The margin of a strength depends on results: the more two players differ, the less a game between
them shows. So before the games there are two answers, one for players whom no game tells apart, and
one for players who differ as much as agents of a course do. Once half of the games have been
played, there is one.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from grader.tournament.plan import Meeting, round_robin
from grader.tournament.ratings import ELO, GamePairPoints, rate_players

_SPREAD = 300.0
"""Standard deviation, in Elo points, of players who differ much: that of the reference agents."""
_MOST_PLAYERS = 24
"""More are not simulated: the margin follows from the games that each has played."""
_SIMULATED_PLAYERS = 200
"""So many players are simulated in all, in several tournaments."""
_LEAST_SIMULATIONS = 4


@dataclass(frozen=True, slots=True)
class MeanMargin:
    """The mean margin of players' strengths, in Elo points, with 95 % confidence.

    Attributes:
        equal: if all players are equally strong, and each wins one game of each pair.
        unequal: if they differ much, and games tell the least.
    """

    equal: float
    unequal: float

    def __str__(self) -> str:
        return f"±{_ten(self.equal)} to ±{_ten(self.unequal)} Elo"

    def times(self, factor: float) -> MeanMargin:
        """Return both margins multiplied by ``factor``."""
        return MeanMargin(self.equal * factor, self.unequal * factor)


def _ten(value: float) -> int:
    return 10 * round(value / 10)


@functools.cache
def expected_margin(players: int, rounds: int | None, pairs: int) -> MeanMargin:
    """Return the margin after a tournament of so many players.

    Args:
        rounds: of a Swiss tournament; ``None`` if everybody meets everybody.
        pairs: pairs of games in each meeting.
    """
    few = min(players, _MOST_PLAYERS)
    factor = math.sqrt((few - 1) / (players - 1)) if rounds is None else 1.0
    simulations = max(_LEAST_SIMULATIONS, _SIMULATED_PLAYERS // few)
    simulated = [_simulate_tournament(few, rounds, pairs, seed) for seed in range(simulations)]
    split = [replace(one, points=(1.0, 0.0)) for one in simulated[0]]
    margins = [rate_mean_margin(few, pairings) for pairings in simulated]
    return MeanMargin(rate_mean_margin(few, split), max(margins)).times(factor)


def _simulate_tournament(
    players: int, rounds: int | None, pairs: int, seed: int
) -> list[GamePairPoints]:
    """Return random results of a tournament of players who differ in strength."""
    draw = random.Random(seed)
    strengths = [draw.gauss(0.0, _SPREAD) / ELO for _ in range(players)]
    meetings = round_robin(players) if rounds is None else _any_rounds(players, rounds, draw)
    pairings = []
    for first, second in meetings * pairs:
        pairings.append(
            GamePairPoints(first, second, _draw_pair_points(strengths, first, second, draw))
        )
    return pairings


def _draw_pair_points(
    strengths: Sequence[float], first: int, second: int, draw: random.Random
) -> tuple[float, ...]:
    """Return random points of the first player in the two games of a pair."""
    chance = 1 / (1 + math.exp(strengths[second] - strengths[first]))
    return tuple(float(draw.random() < chance) for _ in range(2))


def _any_rounds(players: int, rounds: int, draw: random.Random) -> list[Meeting]:
    meetings = []
    for _ in range(rounds):
        order = draw.sample(range(players), players)
        meetings += [
            (min(one, other), max(one, other))
            for one, other in zip(order[::2], order[1::2], strict=False)
        ]
    return meetings


def rate_mean_margin(players: int, pairings: Sequence[GamePairPoints]) -> float:
    """Return the mean margin of the strengths of all players after these games."""
    ratings = rate_players(players, pairings)
    return fmean(ratings.elo_margin(player) for player in range(players))


def extrapolate_margin(players: int, half: Sequence[GamePairPoints]) -> float:
    """Return the mean margin to expect once twice as many games have been played.

    Simulated further games between players of these strengths give too wide a margin, because
    players who won by chance are taken for stronger. Scaling the present margin, as if further
    games had the same results, gives too narrow a one. The mean of both is near the truth.
    """
    ratings = rate_players(players, half)
    widths = []
    for seed in range(_LEAST_SIMULATIONS):
        draw = random.Random(seed)
        more = [
            replace(one, points=_draw_pair_points(ratings.strengths, one.first, one.second, draw))
            for one in half
        ]
        widths.append(rate_mean_margin(players, [*half, *more]))
    shrunk = rate_mean_margin(players, half) / math.sqrt(2)
    return (fmean(widths) + shrunk) / 2
