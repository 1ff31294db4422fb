"""What checks of an assignment came to: values only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from grader.model.report import SandboxInfo
from grader.model.verdict import Verdict


class State(Enum):
    """How a check ended, the worst first."""

    INCOMPLETE = "incomplete"
    """The grader itself failed somewhere, so nobody knows."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """The assignment holds nothing that could be checked, or it could not be tried yet."""
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be.

    Attributes:
        name: the test, task, variant or mutation that it is about.
        what: what that is, for people: the title of a test, the diagnosis of a variant.
        should: tasks and tests that should fail, where that is the question.
        does: tasks, tests or seeds with which something fails.
        verdict: the first one that was not wanted.
        message: what a report says about that.
    """

    name: str
    what: str = ""
    should: Sequence[str] = ()
    does: Sequence[str] = ()
    verdict: Verdict | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Findings of one kind.

    Attributes:
        title: what they have in common.
        should: heading for what should be; empty if there is nothing to say.
        does: heading for what is.
    """

    title: str
    findings: Sequence[Finding]
    should: str = ""
    does: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What one check came to.

    Attributes:
        summary: one line for people.
        tables: what is not as it should be; empty ones do not count.
        figures: the numbers of the summary, for machines.
        errors: sentences about failures of the grader itself.
        skipped: whether there was nothing to check.
        seconds: on the clock, from the first thing done for it to the last.
    """

    name: str
    summary: str
    tables: Sequence[Table] = ()
    figures: Mapping[str, float] = field(default_factory=dict)
    errors: Sequence[str] = ()
    skipped: bool = False
    seconds: float = 0.0

    @property
    def state(self) -> State:
        """How it ended."""
        if self.errors:
            return State.INCOMPLETE
        if any(table.findings for table in self.tables):
            return State.FAILED
        return State.SKIPPED if self.skipped else State.PASSED


@dataclass(frozen=True, slots=True)
class Validation:
    """Everything that was found out about an assignment.

    Attributes:
        assignment: its id.
        results: of the checks, in the order in which authors read them.
        seconds: on the clock.
    """

    assignment: str
    seed: int
    sandbox: SandboxInfo
    results: Sequence[Result]
    seconds: float

    @property
    def state(self) -> State:
        """That of the worst check, but what was skipped spoils nothing."""
        found = {result.state for result in self.results}
        return next((state for state in (State.INCOMPLETE, State.FAILED) if state in found),
                    State.PASSED)  # fmt: skip
