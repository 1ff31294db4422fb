"""The report: everything that is known about one graded submission, as frozen values.

The JSON form of these classes is the versioned schema in ``schema.json``; renderers read
nothing else. Texts that a student wrote (output, messages, tracebacks, values) are stored as
they came, bounded in length; every renderer escapes them for its own medium.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from grader.model.figures import Dependency, Diagnosis, Excerpt, Explanation, Figure
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict

SCHEMA = "grade-report/1"


class Visibility(Enum):
    """Who may see a test in full."""

    PUBLIC = "public"
    """The handout's own cases: shown to students with arguments and expected values."""
    PRIVATE = "private"
    """Students see the task, the verdict and the hint."""
    EVALUATION = "evaluation"
    """As private; by convention the tests that decide the finer points of a grade."""


class View(Enum):
    """For whom a report is rendered."""

    STUDENT = "student"
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class CallTrace:
    """What a person needs in order to see one call of a student's function again."""

    function: str
    arguments: tuple[str, ...] = ()
    """Python expressions, one per argument, shortened where long."""
    board: tuple[str, ...] | None = None
    """The six rows of the board argument, if the call had one."""
    stdout: str = ""
    stderr: str = ""
    traceback: str = ""
    """The student's own frames only, with the line numbers of his file."""
    excerpt: Excerpt | None = None
    """Where in his source it broke off."""


@dataclass(frozen=True, slots=True)
class Decision:
    """How a sequential trial was decided, and how often it would be mistaken.

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
class Budget:
    """What a call that was stopped for its time was allowed, beside what the reference needs.

    Attributes:
        cpu_seconds: allowed for the call, on this machine.
        reference_cpu_seconds: of the reference solution for the same, on this machine; ``None`` if
            that is not known.
        calls: how often the call had called each function that it was lent.
        reference_calls: how often the reference does; empty if that is not known.
    """

    cpu_seconds: float
    reference_cpu_seconds: float | None = None
    calls: Mapping[str, int] = field(default_factory=dict)
    reference_calls: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case of one test. ``expected`` and ``actual`` are texts for people."""

    id: str
    verdict: Verdict
    visibility: Visibility
    points: float
    """What the case is worth: its test's points, shared evenly by the test's cases."""
    message: str = ""
    expected: str | None = None
    actual: str | None = None
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    seed: int | None = None
    attempts: Sequence[Mapping[str, object]] = ()
    """Stochastic tests: one mapping per attempt (seed, length, margin…), in order.

    Values are numbers, texts, booleans, ``None`` or sequences of those. A ``margin`` is a
    fraction, positive where the student did better: 0.1 is ten percent shorter than greedy.
    """
    decision: Decision | None = None
    """Stochastic tests: what the attempts came to."""
    budget: Budget | None = None
    """Of a call that was stopped at a time limit."""
    call: CallTrace | None = None
    figures: Sequence[Figure] = ()
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class TestResult:
    """One hidden test: its cases stand or fall together, and with them its points."""

    __test__ = False

    id: str
    title: str
    """First line of the test's docstring."""
    hint: str
    """One sentence that a student may always read."""
    visibility: Visibility
    points: float
    score: float
    verdict: Verdict
    cases: Sequence[CaseResult]
    note: str = ""
    """Why points were withheld from passing cases, or cases left out; empty otherwise."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """One task of the assignment. ``score`` and ``verdict`` are ``None`` if a person marks it."""

    id: str
    title: str
    function: str | None
    max_score: float
    score: float | None
    verdict: Verdict | None
    tests: Sequence[TestResult] = ()
    note: str = ""
    """Something about the task as a whole. Every reader sees it: nothing of a hidden case here."""
    diagnoses: Sequence[Diagnosis] = ()
    """Known mistakes that explain the failing cases, the likeliest first."""
    dependencies: Sequence[Dependency] = ()
    """Functions that the task is given from the reference, if the student's own were tried."""

    @property
    def by_hand(self) -> bool:
        """Whether the task is left to a person."""
        return self.verdict is None

    @property
    def cases(self) -> list[CaseResult]:
        """All cases of all tests, in order."""
        return [case for test in self.tests for case in test.cases]


@dataclass(frozen=True, slots=True)
class SandboxInfo:
    """Which sandbox ran the code and what it enforced: name of the protection -> yes or no."""

    backend: str
    enforced: Mapping[str, bool]
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one graded submission."""

    grader_version: str
    path: str
    digest: str
    """SHA-256 of what was submitted, hexadecimal."""
    assignment: str
    seed: int
    complete: bool
    """False if the grader itself failed somewhere or only some tasks were asked for."""
    sandbox: SandboxInfo
    duration: float
    """Wall seconds from intake to verdict."""
    tasks: Sequence[TaskResult]
    load_notes: Sequence[LoadNote] = ()
    load_stdout: str = ""
    errors: Sequence[str] = field(default=())
    """Sentences about the grader's own failures; never the student's fault."""
    speed: float = 1.0
    """How many times as long as where budgets were made things take on this machine; 1 at least.
    Time limits were that much wider."""
    view: View = View.STAFF
    """For whom the report still holds enough: what was taken out for students is gone."""
    graded_at: str = ""
    """When grading began, as ``2026-11-21T23:14:59Z``; empty if that is not on record."""
    cpu_seconds: float = 0.0
    """CPU time of all processes that ran the student's code, by the kernel's account: loading, all
    calls, also those that were repeated or made for an explanation."""

    @property
    def score(self) -> float:
        """Points earned on the tasks that the grader decides."""
        return sum(task.score for task in self.tasks if task.score is not None)

    @property
    def max_score(self) -> float:
        """Points to be had on the tasks that the grader decides."""
        return sum(task.max_score for task in self.tasks if not task.by_hand)

    @property
    def undecided(self) -> float:
        """Points that are left to a person."""
        return sum(task.max_score for task in self.tasks if task.by_hand)
