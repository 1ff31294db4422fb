"""Runs stochastic tests: seeded attempts, as many as a sequential test needs to decide.

That is Wald's sequential probability ratio test (SPRT), with error rates computed exactly. Two
kinds of solution are distinguished by how often an attempt succeeds: seldom (``wrong``) or mostly
(``right``). After each attempt the logarithm of the likelihood ratio of the two is compared with
two bounds; in between, another attempt is made.

Reference: A. Wald, "Sequential Tests of Statistical Hypotheses", The Annals of Mathematical
Statistics 16 (1945), 117–186.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from grader.model.figures import Figure
from grader.model.report import Measure, StochasticDecision
from grader.testing.case_failures import WrongAnswer


@dataclass(frozen=True, slots=True)
class OperatingCharacteristics:
    """The pass rate and mean number of attempts that a plan gives at one chance of success."""

    passes: float
    """Probability that such a solution passes."""
    attempts: float
    """Attempts that it takes on average."""


@dataclass(frozen=True)
class Plan:
    """The plan of a sequential test (SPRT): the error rates to keep, and the most attempts.

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

    def rates(self, chance: float) -> OperatingCharacteristics:
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
        return OperatingCharacteristics(passes, attempts)

    @functools.cached_property
    def error_rates(self) -> tuple[float, float]:
        """Return how often a wrong solution passes and a right one fails."""
        return self.rates(self.wrong).passes, 1 - self.rates(self.right).passes


PLAN = Plan()
"""Three successes in a row pass, six failures fail; what comes between takes longer."""


@dataclass(slots=True)
class Attempt:
    """One attempt of a trial; the test records how it went.

    Attributes:
        number: counts from 1; attempts of the same number are comparable across submissions.
        seed: what the attempt's first call is seeded with.
    """

    number: int
    seed: int
    success: bool | None = None
    facts: dict[str, object] = field(default_factory=dict)

    def record(self, success: bool, **facts: object) -> None:
        """Record whether this attempt succeeded, with figures for the report."""
        self.success = success
        self.facts = facts


@dataclass(slots=True)
class Trial:
    """A series of attempts that goes on until a sequential test can decide.

    Attributes:
        next_seed: the seed that the student's next call will get.
        measures: how the report shows what attempts record.
    """

    next_seed: Callable[[], int]
    made: list[Attempt] = field(default_factory=list)
    measures: tuple[Measure, ...] = ()
    _plan: Plan | None = None
    _verified: bool = False

    def attempts(self, plan: Plan = PLAN, *, measures: Sequence[Measure] = ()) -> Iterator[Attempt]:
        """Yield attempts until ``plan`` can decide.

        Args:
            measures: how the report shows facts that are more than plain numbers.

        Raises:
            LookupError: if the test does not say how an attempt went.
        """
        self._plan = plan
        self.measures = tuple(measures)
        while self.passed is None:
            attempt = Attempt(len(self.made) + 1, self.next_seed())
            self.made.append(attempt)
            yield attempt
            if attempt.success is None:
                raise LookupError(f"the test did not record how attempt {attempt.number} went")

    def verify(
        self,
        message: str,
        *,
        expected: str | None = None,
        actual: str | None = None,
        figures: Sequence[Figure] = (),
        code: str = "",
    ) -> None:
        """Raise a failure unless the attempts have shown that the solution is right.

        Raises:
            WrongAnswer: with ``message``.
            LookupError: if the test did not go on until there was a decision.
        """
        self._verified = True
        if self.passed is None:
            raise LookupError(
                f"undecided after attempt {len(self.made)}: the test must make all of them"
            )
        if not self.passed:
            raise WrongAnswer(message, expected=expected, actual=actual, figures=figures, code=code)

    def finish(self) -> None:
        """Raise an error if the test made attempts but never called :meth:`verify`.

        Raises:
            LookupError: if :meth:`verify` was not called.
        """
        if self._plan is not None and not self._verified:
            raise LookupError("the test made attempts, but never called trial.verify")

    @property
    def successes(self) -> int:
        """Return the number of attempts that succeeded."""
        return sum(attempt.success is True for attempt in self.made)

    @property
    def passed(self) -> bool | None:
        """Return what the attempts have shown so far; ``None`` if they do not suffice."""
        if self._plan is None:
            return None
        return self._plan.decision(self.successes, len(self.made) - self.successes)

    def reported(self) -> list[dict[str, object]]:
        """Return the attempts as the report shows them."""
        return [
            {"seed": attempt.seed, "success": attempt.success is True, **attempt.facts}
            for attempt in self.made
        ]

    def decision(self) -> StochasticDecision | None:
        """Return the decision as the report shows it; ``None`` if no attempt was planned."""
        if self._plan is None:
            return None
        alpha, beta = self._plan.error_rates
        plan = self._plan
        return StochasticDecision(self.passed, plan.wrong, plan.right, alpha, beta, plan.most)
