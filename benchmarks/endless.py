"""Hidden tests whose trials go on, so that attempts can be counted: as many as are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.examine.hidden_test import HiddenTest
from grader.model.report import Measure
from grader.testing.stochastic_trial import PLAN, Attempt, Plan, Trial

_ROOM = 10_000
"""Cases more than a submission gets, as far as totals of CPU time are concerned."""


def prolonged(test: HiddenTest, attempts: int) -> HiddenTest:
    """``test``, whose trial makes so many attempts, whatever they come to.

    Its cases pass, and report their attempts, unless something keeps these from being made.
    """

    def run(given: Mapping[str, Any]) -> object:
        return test.run({**given, "trial": Endless(given["trial"], attempts)})

    return replace(test, run=run, surplus=_ROOM)


@dataclass(slots=True)
class Endless:
    """Stands in for a trial, and decides nothing.

    Attributes:
        trial: where attempts are noted, so that they are reported.
        most: attempts to be made.
    """

    trial: Trial
    most: int

    def attempts(
        self, _plan: Plan = PLAN, *, measures: Sequence[Measure] = ()
    ) -> Iterator[Attempt]:
        """As many attempts as are to be made."""
        self.trial.measures = tuple(measures)
        for number in range(1, self.most + 1):
            attempt = Attempt(number, self.trial.next_seed())
            self.trial.made.append(attempt)
            yield attempt

    @property
    def made(self) -> list[Attempt]:
        """Those that were made."""
        return self.trial.made

    @property
    def successes(self) -> int:
        """How many of them succeeded."""
        return self.trial.successes

    def verify(self, *_: object, **__: object) -> None:
        """Nothing is to be shown."""
