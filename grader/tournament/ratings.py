"""Rates how strong each player is, by Bradley and Terry's model.

A beats B with probability ``1 / (1 + exp(b − a))``; a draw is half a win for both. The estimate is
that of ``choix``, and does not depend on the order of games. A weak prior keeps the strength of a
player finite who has won everything.

Only differences mean anything, so only they have intervals. The two games of a pair are not
independent, so the wider of two covariances counts: the usual one, and the "sandwich" (Huber 1967)
of the information by games and the scores by pairs, which holds whatever the games of a pair have
to do with each other, once there are enough of them.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model.user_error import UserError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO = 400 / math.log(10)
"""Points of the usual scale for one unit of strength: 400 of them mean 10 to 1."""
_PRIOR = 0.1
"""Precision of the prior, as ``choix`` counts it. One game has up to a quarter."""
_NORMAL = 1.96
"""Half the width of an interval that holds 95 % of a normal distribution."""


class RatingPackageMissing(UserError):
    """The package that rates players is not installed."""


@dataclass(frozen=True, slots=True)
class GamePairPoints:
    """The points of a pair of games between two players, who are given by index.

    Attributes:
        points: of the first one in each of the games: 1, 0.5 or 0.
    """

    first: int
    second: int
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ratings:
    """The strengths of all players, with their covariances."""

    strengths: tuple[float, ...]
    covariances: tuple[NDArray[np.float64], ...]

    def elo(self, player: int) -> float:
        """Return the player's strength above the average of all players, in Elo points."""
        mean = sum(self.strengths) / len(self.strengths)
        return ELO * (self.strengths[player] - mean)

    def elo_margin(self, player: int) -> float:
        """Return the margin of error of :meth:`elo`, with 95 % confidence."""
        weights = [-1 / len(self.strengths)] * len(self.strengths)
        weights[player] += 1
        return self._margin(weights)

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Return the first player's lead in strength over the second, and its margin, in Elo."""
        weights = [0.0] * len(self.strengths)
        weights[first] += 1
        weights[second] -= 1
        return ELO * (self.strengths[first] - self.strengths[second]), self._margin(weights)

    def is_difference_significant(self, first: int, second: int) -> bool:
        """Return whether the interval of the difference excludes 0."""
        difference, margin = self.difference(first, second)
        return abs(difference) > margin

    def _margin(self, weights: list[float]) -> float:
        variances = [float(weights @ each @ weights) for each in self.covariances]
        return ELO * _NORMAL * math.sqrt(max(variances))


def check_rating_available() -> None:
    """Raise an error before any game if the package for ratings is missing.

    Raises:
        RatingPackageMissing: if the package choix is not installed.
    """
    if importlib.util.find_spec("choix") is None:
        raise RatingPackageMissing(
            "Ratings need the package choix, which is not installed here. Install the extra that "
            "brings it: make tournament, or pip install 'search-autograder[tournament]'."
        )


def rate_players(players: int, pairings: Sequence[GamePairPoints]) -> Ratings:
    """Return the ratings of ``players`` players by the games that they have played."""
    # With SciPy, they take longer than all other imports together.
    import choix
    import numpy as np

    # choix knows no draws, so each game counts twice: once for each half point.
    beaten = [
        (one.first, one.second) if half < 2 * points else (one.second, one.first)
        for one in pairings
        for points in one.points
        for half in range(2)
    ]
    if not beaten:
        return Ratings((0.0,) * players, (np.eye(players) / _PRIOR,))
    strengths = choix.opt_pairwise(players, beaten, alpha=2 * _PRIOR)
    return Ratings(tuple(map(float, strengths)), _covariances(strengths, pairings))


def _covariances(
    strengths: NDArray[np.float64], pairings: Sequence[GamePairPoints]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    import numpy as np

    players = len(strengths)
    information = np.eye(players) * _PRIOR
    scores = np.eye(players) * _PRIOR
    for one in pairings:
        expected = 1 / (1 + math.exp(strengths[one.second] - strengths[one.first]))
        contrast = np.zeros(players)
        contrast[one.first], contrast[one.second] = 1, -1
        outer = np.outer(contrast, contrast)
        information += len(one.points) * expected * (1 - expected) * outer
        scores += sum(points - expected for points in one.points) ** 2 * outer
    inverse: NDArray[np.float64] = np.linalg.inv(information).astype(np.float64)
    return inverse, inverse @ scores @ inverse
