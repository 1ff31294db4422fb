"""Keeps the score of a match, and decides by a sequential test (SPRT) when who is better is known.

The two games of a pair, one from each side of the same opening, are no independent trials. So pairs
are counted, by their five possible scores: 0, 0.5, 1, 1.5 and 2 of 2. The test is Wald's sequential
probability ratio test with the generalised likelihood ratio of a multinomial distribution whose
mean is given, as in Michel Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution" (fishtest and fastchess stop by it, too).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from grader.jobs.grading_context import GradingContext
from grader.jobs.play_pair import load_game_and_rules
from grader.jobs.work_order import GamePair, Player
from grader.model.game_record import GameRecord
from grader.model.seeds import derive_seed
from grader.play.game import draw_openings

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of the points of a pair, in the order of counts."""
_UNSEEN = 1e-3
"""Counted for a score that has not come up, so that any mean can be explained."""
_EDGE = 1e-4
"""How near to 0 and 1 shares are looked at."""
_HALF_CHI_SQUARED = 1.92
_HALVINGS = 80
"""Of an interval, which are more than enough for double precision."""


class SprtDecision(Enum):
    """The decision of a sequential test: high, low, or still open."""

    HIGH = "high"
    """The share of points is at least the higher one of the two."""
    LOW = "low"
    """It is at most the lower one."""
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test of whether the first agent's share of points is ``low`` or ``high``.

    Attributes:
        low: share of all points, between 0 and 1.
        high: a higher one.
        alpha: how often ``high`` may be decided for an agent that gets ``low``.
        beta: how often ``low`` may be decided for one that gets ``high``.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise ValueError(f"0 < low < high < 1 is needed; they are {self.low} and {self.high}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("error rates are between 0 and 0.5")

    def log_likelihood_ratio(self, counts: Sequence[int]) -> float:
        """Return the log likelihood of ``high`` minus that of ``low``.

        Args:
            counts: of pairs with each of the five scores.
        """
        if not any(counts):
            return 0.0
        return _log_likelihood(counts, self.high) - _log_likelihood(counts, self.low)

    def decision(self, counts: Sequence[int]) -> SprtDecision:
        """Return the decision that the pairs so far support."""
        ratio = self.log_likelihood_ratio(counts)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return SprtDecision.HIGH
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return SprtDecision.LOW
        return SprtDecision.OPEN


def points_share(counts: Sequence[int]) -> float:
    """Return the share of points won in the pairs, of which there is at least one."""
    return sum(n * score for n, score in zip(counts, SCORES, strict=True)) / sum(counts)


def confidence_interval(counts: Sequence[int]) -> tuple[float, float]:
    """Return the 95 % confidence interval of the true share of points.

    It holds the shares that explain the pairs hardly worse than the best one: their log likelihood
    is less than 1.92 below it, half the 95 % quantile of chi-squared with one degree of freedom. So
    ten pairs that were all won show a share of at least 0.83, and not of 1.
    """
    if not any(counts):
        return 0.0, 1.0
    mean = points_share(counts)
    inside = min(max(mean, _EDGE), 1 - _EDGE)
    bound = _log_likelihood(counts, inside) - _HALF_CHI_SQUARED
    return _bisect_log_likelihood(counts, inside, _EDGE, bound), _bisect_log_likelihood(
        counts, inside, 1 - _EDGE, bound
    )


def _bisect_log_likelihood(
    counts: Sequence[int], inside: float, outside: float, bound: float
) -> float:
    """Return the share at which the log likelihood falls below ``bound``."""
    if _log_likelihood(counts, outside) >= bound:
        return float(round(outside))
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if _log_likelihood(counts, middle) >= bound:
            inside = middle
        else:
            outside = middle
    return inside


def _log_likelihood(counts: Sequence[int], mean: float) -> float:
    """Return the greatest log likelihood of the pairs if the mean share is ``mean``."""
    seen = [count or _UNSEEN for count in counts]
    return sum(
        count * math.log(probability)
        for count, probability in zip(seen, _likeliest_probabilities(seen, mean), strict=True)
    )


def _likeliest_probabilities(counts: Sequence[float], mean: float) -> list[float]:
    """Return the likeliest probabilities of the five scores, if their mean is ``mean``.

    They are ``count / (total · (1 + λ · (score − mean)))`` for the one λ that makes them add up.
    """
    # Every factor has to be positive, which bounds λ on either side.
    least, most = -1 / (SCORES[-1] - mean), 1 / mean
    factor = 0.0
    for _ in range(_HALVINGS):
        factor = (least + most) / 2
        slope = sum(
            count * (score - mean) / (1 + factor * (score - mean))
            for count, score in zip(counts, SCORES, strict=True)
        )
        if slope > 0:
            least = factor
        else:
            most = factor
    total = sum(counts)
    return [
        count / (total * (1 + factor * (score - mean)))
        for count, score in zip(counts, SCORES, strict=True)
    ]


def count_pair_scores(pairs: Sequence[float]) -> list[int]:
    """Return how many pairs have each of the five scores.

    Args:
        pairs: points of the first agent in each pair, of 2.
    """
    counts = [0] * len(SCORES)
    for points in pairs:
        counts[round(2 * points)] += 1
    return counts


Games = tuple[GameRecord, GameRecord]
OPENING_PLIES = 2
"""Moves that are drawn at random before the players' own, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The terms on which games of a series or a tournament are played.

    Attributes:
        opening_plies: how many moves are drawn at random before the players' own.
        seed: all random numbers are drawn from it.
        seconds: that an agent has for each move.
        board: the game's word for what is played on; empty for its usual board.
    """

    opening_plies: int
    seed: int
    seconds: float
    board: str = ""


def draw_opening_moves(
    context: GradingContext, number: int, terms: GameTerms
) -> list[tuple[str, ...]]:
    """Return at most ``number`` different random openings, alike for all players."""
    game, _ = load_game_and_rules(context.assignment, terms.board)
    found = draw_openings(game, number, terms.opening_plies, terms.seed)
    return [tuple(map(game.written, opening)) for opening in found]


def make_pair(
    players: tuple[Player, Player],
    number: int,
    openings: Sequence[tuple[str, ...]],
    terms: GameTerms,
) -> GamePair:
    """Return pair ``number`` of two players; openings repeat once all were used."""
    seed = derive_seed(*(player.name for player in players), number, terms.seed)
    return GamePair(players, openings[number % len(openings)], seed, terms.seconds, terms.board)


def points_of_pair(games: Games) -> float:
    """Return the points of a pair for the player who moves first in its first game."""
    return games[0].result.points(0) + games[1].result.points(1)


@dataclass(slots=True)
class RunningScore:
    """The score of the first of two players, as far as it is known.

    Pairs may end in any order. What is decided is decided by the first ones without a gap, so that
    the same pairs lead to the same decision on any machine.

    Attributes:
        test: decides when it is enough; ``None`` if only the number of pairs does.
        scores: points of the first player in each pair that counts, of 2.
        decision: what the test has come to.
    """

    test: SequentialTest | None = None
    scores: list[float] = field(default_factory=list)
    decision: SprtDecision = SprtDecision.OPEN
    _pairs: dict[int, Games] = field(default_factory=dict)

    def add(self, number: int, games: Games) -> None:
        """Note the games of pair ``number``, from 0, and update score and decision."""
        self._pairs[number] = games
        while self.decision is SprtDecision.OPEN and len(self.scores) in self._pairs:
            self.scores.append(points_of_pair(self._pairs[len(self.scores)]))
            if self.test is not None:
                self.decision = self.test.decision(count_pair_scores(self.scores))

    @property
    def games(self) -> list[Games]:
        """Return the pairs that count, in order."""
        return [self._pairs[number] for number in range(len(self.scores))]
