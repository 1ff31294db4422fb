"""Stochastic tests: several seeded attempts, success on any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from grader.testing.failures import WrongAnswer


@dataclass(slots=True)
class Attempt:
    """One attempt; the test says how it went."""

    number: int
    seed: int
    success: bool | None = None
    facts: dict[str, object] = field(default_factory=dict)

    def record(self, success: bool, **facts: object) -> None:
        """Note whether this attempt succeeded, and figures for the report."""
        self.success = success
        self.facts = facts


@dataclass(slots=True)
class Trial:
    """A series of attempts that ends with the first success.

    Which attempts follow which, and when it is enough, is decided here alone, so that a test
    with declared error rates can take this one's place without any hidden test changing.

    Attributes:
        next_seed: the seed that the student's next call will get.
    """

    next_seed: Callable[[], int]
    made: list[Attempt] = field(default_factory=list)

    def attempts(self, most: int) -> Iterator[Attempt]:
        """Attempts, until one succeeds or ``most`` were made."""
        for number in range(1, most + 1):
            attempt = Attempt(number, self.next_seed())
            self.made.append(attempt)
            yield attempt
            if attempt.success:
                return

    def verify(
        self, message: str, *, expected: str | None = None, actual: str | None = None
    ) -> None:
        """Raise unless an attempt succeeded.

        Raises:
            WrongAnswer: with ``message``.
        """
        if not any(attempt.success for attempt in self.made):
            raise WrongAnswer(message, expected=expected, actual=actual)

    def told(self) -> list[dict[str, object]]:
        """The attempts as the report shows them."""
        return [
            {"seed": attempt.seed, "success": attempt.success is True, **attempt.facts}
            for attempt in self.made
        ]
