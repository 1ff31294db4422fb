"""Represents the answer to a grading order: the report as a text, and a summary for lists."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import msgspec

from grader.model.escape import escape_to_one_line
from grader.model.report import Report, View
from grader.model.verdict import Verdict
from grader.render.json_conversion import ReportError, build_from_json, parse_json, to_plain_json
from grader.render.report_json import dumps as report_as_json

_ERRORS = 5
_LONGEST = 500
"""Errors that are kept, and characters of each; the report has them all."""
_CANDIDATES = 5
"""Bindings that are kept of an open role."""


@dataclass(frozen=True, slots=True)
class TaskScore:
    """The result of a task; a task for a person has no verdict, and no score until it is marked.

    Attributes:
        diagnoses: sentences about known mistakes.
        to_decide: points of tests that only a person can decide; not in ``score``.
        seconds: of its calls, by the clock.
    """

    id: str
    title: str
    max_score: float
    score: float | None
    verdict: Verdict | None
    diagnoses: tuple[str, ...] = ()
    to_decide: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class OpenRole:
    """A role for which a person has to say how the submission is called.

    Attributes:
        reason: as a sentence.
        candidates: lines that may be meant.
    """

    role: str
    reason: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """The summary of a report: scores, verdicts, errors and times.

    Attributes:
        verdicts: number of tests per verdict.
        complete: whether all tasks were graded, without errors of the grader's own.
        errors: sentences about these.
        cpu_seconds: of the student's code, altogether.
        seconds: of the grading.
        graded_at: when it began, as in the report.
        open: roles that a person has to settle.
    """

    tasks: tuple[TaskScore, ...]
    verdicts: Mapping[Verdict, int]
    complete: bool
    errors: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    graded_at: str = ""
    open: tuple[OpenRole, ...] = ()

    @property
    def score(self) -> float:
        """Return the points earned on the tasks that are decided."""
        return sum(task.score for task in self.tasks if task.score is not None)

    @property
    def max_score(self) -> float:
        """Return the maximum points of the decided tasks, without undecided tests."""
        decided = (task for task in self.tasks if task.score is not None)
        return round(sum(task.max_score - task.to_decide for task in decided), 9)

    @property
    def to_decide(self) -> float:
        """Return the points of tests that only a person can decide."""
        return round(sum(task.to_decide for task in self.tasks if task.score is not None), 9)

    @property
    def undecided(self) -> float:
        """Return the points of undecided tests and of tasks without a score."""
        written = sum(task.max_score for task in self.tasks if task.score is None)
        return round(written + self.to_decide, 9)

    @property
    def reachable(self) -> float:
        """Return the points that there are, with all that people may still give."""
        return round(
            sum(
                task.max_score if task.score is None else task.score + task.to_decide
                for task in self.tasks
            ),
            9,
        )


@dataclass(frozen=True, slots=True)
class GradingAnswer:
    """The outcome of a grading: a summary, and the report as JSON for staff."""

    result: ResultSummary
    report: str

    @classmethod
    def of(cls, report: Report) -> Self:
        """Return the answer that holds ``report``."""
        return cls(summarise_report(report), report_as_json(report, View.STAFF))

    def text(self) -> str:
        """Return the summary on the first line, to be read alone, and then the report."""
        return f"{dump_summary_line(self.result)}\n{self.report}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the answer in a text that :meth:`text` made.

        Raises:
            ReportError: if it is no answer.
        """
        line, newline, report = text.partition("\n")
        if not newline:
            raise ReportError("This is not the answer of a grading.")
        return cls(load_summary_line(line), report)


def summarise_report(report: Report) -> ResultSummary:
    """Return the summary of ``report``."""
    verdicts = Counter(test.verdict for task in report.tasks for test in task.tests)
    return ResultSummary(
        tasks=tuple(
            TaskScore(
                task.id,
                task.title,
                task.max_score,
                task.score,
                task.verdict,
                tuple(diagnosis.sentence for diagnosis in task.diagnoses),
                round(task.to_decide, 9),
                round(sum(case.wall_seconds for case in task.cases), 6),
            )
            for task in report.tasks
        ),
        verdicts={verdict: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
        complete=report.complete,
        errors=tuple(escape_to_one_line(error, _LONGEST) for error in report.errors[:_ERRORS]),
        cpu_seconds=round(report.cpu_seconds, 6),
        seconds=round(report.duration, 6),
        graded_at=report.graded_at,
        open=tuple(
            OpenRole(
                role.role,
                escape_to_one_line(role.note, _LONGEST),
                tuple(escape_to_one_line(line, _LONGEST) for line in role.candidates[:_CANDIDATES]),
            )
            for role in report.roles
            if role.open
        ),
    )


# The result as JSON -------------------------------------------------------------------------


def dump_summary_line(result: ResultSummary) -> str:
    """Return ``result`` on one line, for :func:`load_summary_line`."""
    return json.dumps(to_plain_json(result), separators=(",", ":"))


_DECODER = msgspec.json.Decoder(ResultSummary)
"""Three times as fast as to parse first, which pages with thousands of results notice."""


def load_summary_line(text: str) -> ResultSummary:
    """Return the summary in a line that :func:`dump_summary_line` made.

    Raises:
        ReportError: if it is not that.
    """
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        # Half a surrogate pair, which students can print; or a fault, which is then explained.
        what = "the result of a grading"
    return build_from_json(ResultSummary, parse_json(text, what), what)
