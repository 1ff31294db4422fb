"""Defines a check of a validation: the work it needs, how its answers are judged, its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from grader.author import grading_jobs
from grader.jobs.forked_worker import Work
from grader.model.report import Report, SandboxInfo
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
    """One test, task or variant that is not as it should be.

    Attributes:
        name: the test, task or variant that it is about.
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


PROBLEMS = "What is not in order"


@dataclass(frozen=True, slots=True)
class ValidationCheck:
    """A check of an assignment: its work by name, and the judge of the answers.

    Attributes:
        works: by name.
        judge: makes a result of the answers, by the same names. Work that was lost has no answer.
    """

    name: str
    works: Mapping[str, Work]
    judge: Callable[[Mapping[str, str]], CheckResult]


def make_skipped_check(name: str, reason: str) -> ValidationCheck:
    """Return a check that has nothing to do."""
    return ValidationCheck(name, {}, lambda _: CheckResult(name, reason, skipped=True))


def make_failing_check(name: str, what: str, *problems: str) -> ValidationCheck:
    """Return a check that fails because the assignment's own files have errors."""
    tables = [FindingTable(PROBLEMS, [CheckFinding(problem) for problem in problems])]
    return ValidationCheck(name, {}, lambda _: CheckResult(name, what, tables))


def split_reports_and_errors(answers: Mapping[str, str]) -> tuple[dict[str, Report], list[str]]:
    """Return reports without errors, by name, and the errors of the others."""
    reports = {name: grading_jobs.load_short_report(answer) for name, answer in answers.items()}
    errors = [f"{name}: {error}" for name, report in reports.items() for error in report.errors]
    return {name: report for name, report in reports.items() if not report.errors}, errors
