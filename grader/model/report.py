"""Defines the report: all that is known about one graded submission, as frozen values.

Their JSON form and its schema, ``docs/report-schema.json``, are derived from these classes and
from what is said about each field. A field that goes away, or means something else, makes a new
version. Texts that a student wrote (output, messages, tracebacks, values) are stored as they came,
bounded in length; every renderer escapes them for its own medium.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from grader.model.figures import (
    Diagnosis,
    DrawnArgument,
    Excerpt,
    Explanation,
    Figure,
    OwnFunctionOutcome,
)
from grader.model.role_binding import RoleResult
from grader.model.submission import Cell, LoadNote
from grader.model.verdict import Verdict

SCHEMA = "grade-report/2"


class Visibility(Enum):
    """The readers who may see a test in full."""

    PUBLIC = "public"
    """The handout's own cases: shown to students with arguments and expected values."""
    PRIVATE = "private"
    """Students see the task, the verdict and the hint."""
    EVALUATION = "evaluation"
    """As private; by convention the tests that decide the finer points of a grade."""


class View(Enum):
    """The reader for whom a report is rendered."""

    STUDENT = "student"
    STAFF = "staff"


class Selection(Enum):
    """The part of a graded submission that a report shows."""

    WHOLE = "whole"
    """All that was graded."""
    TASKS = "tasks"
    """Some tasks; the others have been left out since."""
    CASE = "case"
    """One case, in its test and task; all others have been left out since."""


@dataclass(frozen=True, slots=True)
class CallTrace:
    """One call of a student's function, with all that a person needs to see it again."""

    function: str
    """The function that was called."""
    arguments: tuple[str, ...] = ()
    """Python expressions, one per argument, shortened where long."""
    drawn: DrawnArgument | None = None
    """The argument that says more as a picture; ``None`` if the assignment draws none."""
    stdout: str = ""
    """What the call printed, bounded. Written by the student: escape it before you show it."""
    stderr: str = ""
    """What the call wrote to standard error, bounded. Written by the student, too."""
    traceback: str = ""
    """The student's own frames only, with the line numbers of their file."""
    excerpt: Excerpt | None = None
    """Where in their source it broke off; ``None`` if that is not known."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Says how a value that a test records of each attempt is shown: its key, label and unit.

    Attributes:
        key: of the value in the attempts.
        label: what it is called, in the singular.
        unit: what stands behind the number: ``s``; may be empty.
        share: whether it is a fraction, shown in percent with its sign: ``+1.3 %``.
        sums_up: whether it says in a number how an attempt went. Summaries name it; if it is a
            share of what was saved, diagnoses compare it, too.
    """

    key: str
    label: str
    unit: str = ""
    share: bool = False
    sums_up: bool = False


@dataclass(frozen=True, slots=True)
class StochasticDecision:
    """The decision of a stochastic trial, with the error rates that such decisions keep.

    Attributes:
        passed: ``None`` if it ended before enough attempts were made.
        wrong: chance of success per attempt up to which a solution counts as wrong.
        right: chance of success per attempt from which on a solution counts as right.
        alpha: probability that a wrong solution passes, at most.
        beta: probability that a right solution fails, at most.
        most: attempts after which it is over in any case.
    """

    passed: bool | None
    wrong: float
    right: float
    alpha: float
    beta: float
    most: int


@dataclass(frozen=True, slots=True)
class StoppedCallBudget:
    """The CPU time that a stopped call was allowed, and what the reference needs for the same.

    Attributes:
        cpu_seconds: allowed for the call, as where budgets were made.
        reference_cpu_seconds: of the reference solution for the same, there; ``None`` if that is
            not known.
        calls: how often the call had called each function that it was lent.
        reference_calls: how often the reference does; empty if that is not known.
    """

    cpu_seconds: float
    reference_cpu_seconds: float | None = None
    calls: Mapping[str, int] = field(default_factory=dict)
    reference_calls: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case of one test."""

    id: str
    """Unique within its test."""
    verdict: Verdict
    """What became of this case."""
    visibility: Visibility
    """Who may see this case in full."""
    points: float
    """What the case is worth: its test's points, shared evenly by the test's cases."""
    message: str = ""
    """One sentence about what is wrong; if nothing is, what a person should confirm, or nothing."""
    code: str = ""
    """The same as a name that stays when the sentence is improved; empty if nothing is wrong."""
    expected: str | None = None
    """What a right answer looks like, in words or Python."""
    actual: str | None = None
    """What the function returned, in words or Python."""
    cpu_seconds: float = 0.0
    """CPU time of its calls, as it would have been where budgets were made; 0 where withheld."""
    wall_seconds: float = 0.0
    """Time by the clock; 0 where withheld."""
    seed: int | None = None
    """Seed of the case's first call. May exceed 53 bits."""
    attempts: tuple[Mapping[str, object], ...] = ()
    """Stochastic tests: one mapping per attempt, in order: seed, success and what was recorded.

    Values are numbers, texts, booleans, ``None`` or sequences of those.
    """
    measures: tuple[Measure, ...] = ()
    """How values of the attempts are shown that are more than plain numbers."""
    decision: StochasticDecision | None = None
    """Stochastic tests: what the attempts came to."""
    budget: StoppedCallBudget | None = None
    """Of a call that was stopped at a time limit."""
    call: CallTrace | None = None
    """The call, if there is anything to show of it."""
    figures: tuple[Figure, ...] = ()
    """Pictures of the case."""
    explanation: Explanation | None = None
    """Why the case is wrong, worked out after the verdict; ``None`` if there is nothing to say."""

    @property
    def tells(self) -> bool:
        """Return whether the case holds anything beyond its verdict."""
        explained = self.explanation is not None and self.explanation.counterexample is not None
        said = self.message or self.expected or self.actual or self.attempts or self.call
        return bool(said) or explained


@dataclass(frozen=True, slots=True)
class TestResult:
    """One hidden test: its cases stand or fall together, and with them its points."""

    __test__ = False

    id: str
    """Unique within its task."""
    title: str
    """What the test looks for. For students the hint, unless the test is public."""
    hint: str
    """One sentence that a student may always read; may be empty."""
    visibility: Visibility
    """Who may see this test in full."""
    points: float
    """What the test is worth."""
    score: float
    """What it earned: all or nothing."""
    verdict: Verdict
    """The most important verdict among its cases."""
    cases: tuple[CaseResult, ...]
    """In the order in which the test lists them."""
    note: str = ""
    """Why points were withheld from passing cases, or cases left out; empty otherwise."""

    @property
    def not_run(self) -> bool:
        """Return whether no case of the test was run, for the reason in its note."""
        said = [case for case in self.cases if case.tells]
        if not said or not self.note:
            return False
        return all(case.call is None and case.message == self.note for case in said)

    helpers: tuple[str, ...] = ()
    """Roles whose reference stood in for the submission's own: the test passes with these only."""
    unlent: tuple[str, ...] = ()
    """Roles whose reference could not stand in: the submission calls its own in a way that cannot
    be imitated."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """One task of the assignment."""

    id: str
    """As in the handout, for example 3.1."""
    title: str
    """As in the handout."""
    function: str | None
    """The function that the task asks for; ``None`` for a written task."""
    max_score: float
    """Points to be had."""
    score: float | None
    """Points earned; ``None`` if a person has yet to say."""
    verdict: Verdict | None
    """The most important verdict among its tests; ``None`` if a person marks the task."""
    tests: tuple[TestResult, ...] = ()
    """The task's tests, no two with the same id."""
    note: str = ""
    """Something about the task as a whole. Every reader sees it: nothing of a hidden case here."""
    diagnoses: tuple[Diagnosis, ...] = ()
    """Known mistakes that explain the failing cases, the likeliest first."""
    dependencies: tuple[OwnFunctionOutcome, ...] = ()
    """Functions that the task is given from the reference, if the student's own were tried."""

    @property
    def to_decide(self) -> float:
        """Return the points of undecided tests, which are not in the score."""
        return sum(
            test.points - test.score for test in self.tests if test.verdict is Verdict.UNDECIDED
        )

    @property
    def by_hand(self) -> bool:
        """Return whether a person marks the task."""
        return self.verdict is None

    @property
    def cases(self) -> list[CaseResult]:
        """Return all cases of all tests, in order."""
        return [case for test in self.tests for case in test.cases]


@dataclass(frozen=True, slots=True)
class SandboxInfo:
    """The sandbox that ran the code, and the limits that it enforced.

    Attributes:
        backend: name of the sandbox; none if there was no sandbox.
        enforced: name of each protection, and whether it was in force.
        warning: what a reader should know about missing protection; else empty.
    """

    backend: str
    enforced: Mapping[str, bool]
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one graded submission."""

    grader_version: str
    """Version of the grader that wrote the report."""
    path: str
    """Where the submission was read from."""
    digest: str
    """SHA-256 of what was submitted, hexadecimal."""
    assignment: str
    """Id of the assignment."""
    seed: int
    """Seed of the run; with the digest it fixes every random choice. May exceed 53 bits."""
    complete: bool
    """False if the grader itself failed somewhere, a person has to say which function fills a
    role, or only some tasks were graded. What was left out later, as ``selection`` says, does not
    matter."""
    sandbox: SandboxInfo
    """Where the student's code ran."""
    duration: float
    """Wall seconds from intake to verdict."""
    tasks: tuple[TaskResult, ...]
    """The tasks, in the order of the assignment."""
    load_notes: tuple[LoadNote, ...] = ()
    """Remarks about statements that failed or were left out while the submission was loaded."""
    load_stdout: str = ""
    """What the submission printed while it was loaded, bounded."""
    errors: tuple[str, ...] = ()
    """Sentences about the grader's own failures; never the student's fault."""
    roles: tuple[RoleResult, ...] = ()
    """What fills the roles of the assignment's contract; empty if names are fixed."""
    speed: float = 1.0
    """How many times as long as where budgets were made things take on this machine; 1 at least.
    Limits of CPU time were that much wider here, and the CPU times of cases have been divided by
    it."""
    view: View = View.STAFF
    """For whom the report still holds enough: what was taken out for students is gone."""
    graded_at: str = ""
    """When grading began, as ``2026-11-21T23:14:59Z``; empty if that is not on record."""
    cpu_seconds: float = 0.0
    """CPU time of all processes that ran the student's code, by the kernel's account: loading, all
    calls, also those that were repeated or made for an explanation."""
    title: str = ""
    """Title of the assignment; empty in older reports."""
    student: str = ""
    """Whose it is, as the hand-ins of a course say; empty if only the path says it."""
    cells: tuple[Cell, ...] = ()
    """What was submitted, for readers; empty if that is too long, and in older reports. Written by
    the student: escape it before you show it."""
    selection: Selection = Selection.WHOLE
    """Whether some tasks, or one case, were chosen from the report after grading. Its totals are
    those of the tasks that are here."""

    @property
    def score(self) -> float:
        """Return the points earned on tasks that the grader or a person has decided."""
        return sum(task.score for task in self.tasks if task.score is not None)

    @property
    def max_score(self) -> float:
        """Return the maximum points of the decided tasks, without undecided tests."""
        decided = (task for task in self.tasks if task.score is not None)
        return round(sum(task.max_score - task.to_decide for task in decided), 9)

    @property
    def questions(self) -> bool:
        """Return whether a test waits for a person to say which function fills a role."""
        tests = (test for task in self.tasks for test in task.tests)
        return any(test.verdict is Verdict.UNDECIDED for test in tests)

    @property
    def undecided(self) -> float:
        """Return the points still to be decided: tasks without a score, and undecided tests."""
        return round(
            sum(task.max_score if task.score is None else task.to_decide for task in self.tasks),
            9,
        )


Progress = Callable[[str, int, int], None]
"""Called with the task at hand, the number of cases done and the number of all cases."""
