"""Implements Wald's sequential probability ratio test, with error rates computed exactly.

Two kinds of solution are distinguished by how often an attempt succeeds: seldom (``wrong``) or
mostly (``right``). After each attempt the logarithm of the likelihood ratio of the two is compared
with two bounds; in between, another attempt is made.

Reference: A. Wald, "Sequential Tests of Statistical Hypotheses", The Annals of Mathematical
Statistics 16 (1945), 117–186.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PassRates:
    """The pass rate and mean length of a plan, for attempts with a given chance of success."""

    passes: float
    """Probability that such a solution passes."""
    attempts: float
    """Attempts that it takes on average."""


@dataclass(frozen=True)
class Plan:
    """A sequential test, given by the error rates that it has to keep.

    Attributes:
        wrong: chance of success at which a solution must not pass.
        right: chance of success at which a solution must pass.
        alpha: greatest probability that a wrong one passes.
        beta: greatest probability that a right one fails.
        most: attempts after which an undecided solution fails.

    Raises:
        ValueError: if these are no chances, or ``most`` attempts cannot keep the promised rates.
    """

    wrong: float = 0.005
    right: float = 0.8
    alpha: float = 1e-6
    beta: float = 1e-4
    most: int = 16

    def __post_init__(self) -> None:
        if not 0 < self.wrong < self.right < 1:
            raise ValueError("a plan needs 0 < wrong < right < 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("error rates lie between 0 and one half")
        if (
            self.rates(self.wrong).passes > self.alpha
            or self.rates(self.right).passes < 1 - self.beta
        ):
            raise ValueError(f"{self.most} attempts are too few for these error rates")

    def decision(self, successes: int, failures: int) -> bool | None:
        """Return whether a solution passes after these attempts; ``None`` if it needs another."""
        evidence = successes * math.log(self.right / self.wrong)
        evidence += failures * math.log((1 - self.right) / (1 - self.wrong))
        if evidence >= math.log((1 - self.beta) / self.alpha):
            return True
        if evidence <= math.log(self.beta / (1 - self.alpha)) or successes + failures >= self.most:
            return False
        return None

    def rates(self, chance: float) -> PassRates:
        """Return the pass rate for attempts that succeed with probability ``chance``.

        The rate is exact: the probability of every number of successes and failures is computed.
        """
        passes = attempts = 0.0
        undecided = {0: 1.0}  # successes so far: probability
        for made in range(self.most):
            attempts += math.fsum(undecided.values())
            later: dict[int, float] = {}
            for successes, probability in undecided.items():
                for success, share in ((1, chance), (0, 1 - chance)):
                    now = successes + success
                    match self.decision(now, made + 1 - now):
                        case True:
                            passes += probability * share
                        case None:
                            later[now] = later.get(now, 0.0) + probability * share
            undecided = later
        return PassRates(passes, attempts)

    @functools.cached_property
    def error_rates(self) -> tuple[float, float]:
        """Return how often a wrong solution passes and a right one fails."""
        return self.rates(self.wrong).passes, 1 - self.rates(self.right).passes
