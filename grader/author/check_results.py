"""Represents the results of the checks of an assignment, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from grader.model.report import SandboxInfo
from grader.model.verdict import Verdict


class CheckState(Enum):
    """The state in which a check ended, the worst first."""

    INCOMPLETE = "incomplete"
    """The grader itself failed somewhere."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """The assignment has nothing to check, or it could not be tried yet."""
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One test, task, variant or mutation that is not as it should be.

    Attributes:
        name: the test, task, variant or mutation that it is about.
        what: describes that to people: the title of a test, the diagnosis of a variant.
        should: tasks and tests that should fail, if there should be any.
        does: tasks, tests or seeds with which something fails.
        verdict: the first unwanted one.
        message: of that, from the report.
    """

    name: str
    what: str = ""
    should: Sequence[str] = ()
    does: Sequence[str] = ()
    verdict: Verdict | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class FindingTable:
    """The findings of one kind, with the headings of their table.

    Attributes:
        should, does: headings of these columns; empty without the column.
    """

    title: str
    findings: Sequence[CheckFinding]
    should: str = ""
    does: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check: its summary, findings and errors.

    Attributes:
        summary: one line for people.
        tables: what is not as it should be; empty ones do not count.
        figures: the numbers of the summary, for programs.
        errors: sentences about failures of the grader itself.
        skipped: whether there was nothing to check.
        seconds: from its first work to its last, on the clock.
        notes: what was found out besides, and fails nothing.
    """

    name: str
    summary: str
    tables: Sequence[FindingTable] = ()
    figures: Mapping[str, float] = field(default_factory=dict)
    errors: Sequence[str] = ()
    skipped: bool = False
    seconds: float = 0.0
    notes: Sequence[FindingTable] = ()

    @property
    def state(self) -> CheckState:
        """Return the state in which the check ended."""
        if self.errors:
            return CheckState.INCOMPLETE
        if any(table.findings for table in self.tables):
            return CheckState.FAILED
        return CheckState.SKIPPED if self.skipped else CheckState.PASSED


@dataclass(frozen=True, slots=True)
class AssignmentValidation:
    """The results of all checks of an assignment, in order of :data:`grader.author.CHECKS`."""

    assignment: str
    seed: int
    sandbox: SandboxInfo
    results: Sequence[CheckResult]
    seconds: float

    @property
    def state(self) -> CheckState:
        """Return the state of the worst check; skipped checks do not count."""
        found = {result.state for result in self.results}
        worst_first = (CheckState.INCOMPLETE, CheckState.FAILED)
        return next((state for state in worst_first if state in found), CheckState.PASSED)
