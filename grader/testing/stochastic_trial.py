"""Runs stochastic tests: seeded attempts, as many as a sequential test needs to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from grader.model.figures import Figure
from grader.model.report import Decision, Measure
from grader.testing.case_failures import WrongAnswer
from grader.testing.sprt import Plan

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

    def decision(self) -> Decision | None:
        """Return the decision as the report shows it; ``None`` if no attempt was planned."""
        if self._plan is None:
            return None
        alpha, beta = self._plan.error_rates
        plan = self._plan
        return Decision(self.passed, plan.wrong, plan.right, alpha, beta, plan.most)
