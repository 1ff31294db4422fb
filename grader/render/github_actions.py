"""Writes a report as workflow commands of GitHub Actions: notices at lines of the code.

The commands come first. The text of the report follows between ``stop-commands`` and its token, so
that nothing in it is obeyed; the runner resumes only at a line that says the token.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from grader.model.escape import escape_and_shorten, escape_to_one_line
from grader.model.formatting import format_count, verdict_phrase
from grader.model.report import CaseResult, Report, TaskResult, TestResult, View
from grader.model.report_views import redact_for_view
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.report_sentences import (
    describe_open_points_in_clause,
    describe_score,
    describe_test,
    is_worth_reading,
    list_doubts,
)
from grader.render.terminal.report import report_as_text

_MOST = 10
"""Commands of one kind that GitHub shows for a step."""

_NOT_THERE = {Verdict.LOAD_ERROR, Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED}
"""What all tests of a task say of a function that does not work at all."""

_LONGEST = 1000
"""Characters of a message; nobody reads more in a notice."""


@dataclass(frozen=True, slots=True)
class WorkflowCommand:
    """A workflow command of GitHub Actions; ``kind`` is error, warning or notice."""

    kind: str
    title: str
    message: str
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        facts = {"file": self.file, "line": self.line, "title": escape_to_one_line(self.title)}
        properties = ",".join(f"{key}={_property(fact)}" for key, fact in facts.items() if fact)
        return f"::{self.kind} {properties}::{_data(escape_and_shorten(self.message, _LONGEST))}"


def render(report: Report, view: View) -> str:
    """Returns what ``view`` may see of ``report`` for the log of a workflow run."""
    seen = redact_for_view(report, view)
    text = report_as_text(seen, view)
    # Nobody can write a text that holds its own digest, so no line of it resumes the commands.
    token = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
    lines = [str(command) for command in _commands(seen)]
    return "\n".join([*lines, f"::stop-commands::{token}", f"{text}::{token}::", ""])


def _commands(report: Report) -> list[WorkflowCommand]:
    failed = [
        WorkflowCommand("error", "The grader itself failed", error) for error in report.errors
    ]
    of_tests = [command for task in report.tasks for command in _commands_of_task(report, task)]
    failed += [command for command in of_tests if command.kind == "error"]
    title = "About this score" if report.complete else "This score is not final"
    doubtful = [WorkflowCommand("warning", title, it) for it in list_doubts(report)]
    doubtful += [_note(report, note) for note in report.load_notes]
    doubtful += [command for command in of_tests if command.kind == "warning"]
    message = f"{report.assignment}, {report.path}{describe_open_points_in_clause(report)}"
    notice = WorkflowCommand("notice", describe_score(report), message)
    return [notice, *_limit_commands("error", failed), *_limit_commands("warning", doubtful)]


def _limit_commands(kind: str, commands: Sequence[WorkflowCommand]) -> Iterator[WorkflowCommand]:
    """Yield at most the allowed number of commands; the last one counts the omitted ones."""
    if len(commands) <= _MOST:
        yield from commands
        return
    yield from commands[: _MOST - 1]
    left = format_count(len(commands) - _MOST + 1, f"more {kind}")
    yield WorkflowCommand(kind, left, "They are in the report, in the log of this step.")


def _commands_of_task(report: Report, task: TaskResult) -> Iterator[WorkflowCommand]:
    """Yield a command for each test that lost points, but one for a missing function."""
    tests = [test for test in task.tests if is_worth_reading(test)]
    verdicts = {test.verdict for test in tests}
    if len(tests) > 1 and len(verdicts) == 1 and verdicts <= _NOT_THERE:
        of_all = format_count(len(tests), "test")
        message = (
            f"{task.function or task.title}: {verdict_phrase(*verdicts)}, so that {of_all} "
            "lost points"
        )
        yield WorkflowCommand("error", f"{task.id} {task.title}", message)
        return
    for test in tests:
        yield _command_of_test(report, task, test)


def _command_of_test(report: Report, task: TaskResult, test: TestResult) -> WorkflowCommand:
    """Return an error for a failed test; a warning if its points wait for something else."""
    if test.verdict.passed:
        message = "\n".join(part for part in (describe_test(test), test.note) if part)
        return WorkflowCommand("warning", f"{task.id} {test.title}", message)
    case = next((case for case in test.cases if not case.verdict.passed), None)
    parts = [describe_test(test), test.note]
    if case is not None:
        parts += [case.id, case.message]
        parts += [f"expected {case.expected}"] if case.expected is not None else []
        parts += [f"got {case.actual}"] if case.actual is not None else []
    message = "\n".join(part for part in (*parts, test.hint) if part)
    kind = "warning" if test.verdict is Verdict.UNDECIDED else "error"
    return WorkflowCommand(kind, f"{task.id} {test.title}", message, *_location(report, case))


def _location(report: Report, case: CaseResult | None) -> tuple[str, int | None]:
    if case is None or case.call is None or case.call.excerpt is None:
        return "", None
    file = _path_in_repository(report, case.call.excerpt.file)
    return file, case.call.excerpt.line if file else None


def _note(report: Report, note: LoadNote) -> WorkflowCommand:
    file = _path_in_repository(report, note.file)
    where = "" if file or not note.file else f"{note.file}: "
    line = note.line if file else None
    return WorkflowCommand("warning", "While loading", f"{where}{note.message}", file, line)


def _path_in_repository(report: Report, file: str) -> str:
    """Return the repository path of a file, if the file is the submission itself."""
    ordinary = escape_to_one_line(report.path, len(report.path)) == report.path
    return report.path if ordinary and file and PurePath(report.path).name == file else ""


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(fact: object) -> str:
    return _data(str(fact)).replace(":", "%3A").replace(",", "%2C")
