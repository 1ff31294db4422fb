"""What is kept in memory of each hand-in: enough for everything that is written about the lot."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.model.escape import one_line
from grader.model.report import Report, TaskResult
from grader.model.verdict import Verdict
from grader.render.document import build, parse, plain

_ERRORS = 5
_LONGEST = 500
"""Errors that are kept, and characters of each; the report has them all."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """What became of a task; ``score`` and ``verdict`` are ``None`` if a person marks it.

    Attributes:
        diagnoses: sentences about known mistakes.
    """

    id: str
    title: str
    max_score: float
    score: float | None
    verdict: Verdict | None
    diagnoses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A report in short.

    Attributes:
        verdicts: number of tests per verdict.
        complete: whether all tasks were graded, without trouble of the grader's own.
        errors: sentences about that trouble.
        cpu_seconds: that the student's code took altogether.
        seconds: that the grading took.
        graded_at: when it began, as in the report.
    """

    tasks: tuple[TaskRow, ...]
    verdicts: Mapping[Verdict, int]
    complete: bool
    errors: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    graded_at: str = ""

    @property
    def score(self) -> float:
        """Points earned on the tasks that the grader decides."""
        return sum(task.score for task in self.tasks if task.score is not None)

    @property
    def max_score(self) -> float:
        """Points to be had on the tasks that the grader decides."""
        return sum(task.max_score for task in self.tasks if task.score is not None)

    @property
    def undecided(self) -> float:
        """Points that are left to a person."""
        return sum(task.max_score for task in self.tasks if task.score is None)


@dataclass(frozen=True, slots=True)
class Row:
    """One hand-in.

    Attributes:
        id: of the student, hostile as all he wrote.
        name: of its files in the results.
        path: where it was found.
        digest: of the submission; empty if there is none.
        setting: digest of everything else that its result depends on.
        result: nothing was lost if it was not read: no points for any task.
        refusal: why it could not be read, if so.
        graded: whether it was graded in this run.
    """

    id: str
    name: str
    path: str
    digest: str
    setting: str
    result: Result
    refusal: str = ""
    graded: bool = field(default=False, compare=False)

    @property
    def internal(self) -> bool:
        """Whether the grader itself failed on it."""
        return bool(self.result.errors)

    @property
    def full(self) -> bool:
        """Whether there is nothing to be had any more, and nothing in doubt."""
        # Points are decimal fractions: 0.1 + 0.2 is 0.3 to whoever reads it.
        lacking = round(self.result.max_score - self.result.score, 6)
        return not (self.internal or self.refusal) and lacking <= 0

    def below(self, percent: float) -> bool:
        """Whether the score is below so many percent of what could be had."""
        return round(100 * self.result.score - percent * self.result.max_score, 6) < 0


def result(report: Report) -> Result:
    """``report`` in short."""
    verdicts = Counter(test.verdict for task in report.tasks for test in task.tests)
    return Result(
        tasks=tuple(map(_task, report.tasks)),
        verdicts={verdict: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
        complete=report.complete,
        errors=tuple(one_line(error, _LONGEST) for error in report.errors[:_ERRORS]),
        cpu_seconds=round(report.cpu_seconds, 6),
        seconds=round(report.duration, 6),
        graded_at=report.graded_at,
    )


def _task(task: TaskResult) -> TaskRow:
    sentences = tuple(diagnosis.sentence for diagnosis in task.diagnoses)
    return TaskRow(task.id, task.title, task.max_score, task.score, task.verdict, sentences)


def nothing(tasks: Sequence[TaskRow], *, complete: bool) -> Result:
    """The result of a hand-in that cannot be read: no points for any of ``tasks``.

    Args:
        complete: whether those are all tasks.
    """
    return Result(tuple(tasks), {}, complete)


# As JSON ------------------------------------------------------------------------------------


def dumps(result: Result) -> str:
    """``result`` on one line, for :func:`loads`."""
    return json.dumps(plain(result), separators=(",", ":"))


def loads(text: str) -> Result:
    """Reads what :func:`dumps` wrote.

    Raises:
        ReportError: if it is not that.
    """
    what = "the result of a grading"
    return build(Result, parse(text, what), what)
