"""Draws one task for the terminal: what is to be said about it, and the tests that failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from grader.model.escape import escape_label
from grader.model.formatting import format_count, format_score, verdict_colour, verdict_sign
from grader.model.report import TaskResult, TestResult
from grader.model.verdict import Verdict
from grader.render.failure_example import explain_missing_function
from grader.render.report_sentences import (
    KNOWN_MISTAKE,
    describe_agreement,
    describe_dependency,
    describe_lost_points,
    is_function_missing,
    is_worth_reading,
    telling_dependencies,
)
from grader.render.terminal.failing_test import draw_failing_test, draw_tests_not_run
from grader.render.terminal.quoted_text import BarBeforeLines, quote_text

_DIAGNOSES = 3
"""Known mistakes that are shown: one at most in today's reports, three in stored ones."""


def draw_task(task: TaskResult, width: int) -> Iterator[RenderableType]:
    """Yield the block about ``task`` in ``width`` columns; nothing if there is nothing to read."""
    failing = [test for test in task.tests if is_worth_reading(test)]
    said = describe_task(task)
    if not failing and not said:
        return
    yield draw_title(task, width)
    if said:
        yield BarBeforeLines(Group(*said))
    if is_function_missing(failing):
        yield draw_absence(failing)
        return
    seen: set[str] = set()
    skipped = [test for test in failing if test.not_run]
    blocks = [draw_failing_test(test, seen, width) for test in failing if test not in skipped]
    if skipped:
        blocks.append(draw_tests_not_run(skipped))
    for n, block in enumerate(blocks):
        yield Padding(block, (1 if n else 0, 0, 0, 0))


def draw_title(task: TaskResult, width: int) -> RenderableType:
    """Return a line across ``width`` columns that names ``task`` and its points."""
    line = Text(f"{escape_label(task.id)} {escape_label(task.title)}", "bold")
    function = f"  {escape_label(task.function)}" if task.function else ""
    earned = "" if task.score is None else f"  {format_score(task.score, task.max_score)}"
    if len(line) + len(function) + len(earned) < width - 2:
        line.append(function, "not bold dim")
    line.append(earned, "not bold")
    return Padding(Rule(line, align="left", style="dim"), (1, 0, 0, 0))


def describe_task(task: TaskResult) -> list[Text]:
    """Return the task's note, its likely known mistakes, and its dependencies."""
    return [*describe_known_mistakes(task, {}), *describe_dependencies(task)]


def describe_known_mistakes(task: TaskResult, named: Mapping[str, str]) -> list[Text]:
    """Return the note of ``task``, and the known mistakes that may explain it.

    Args:
        named: those that stand above already, and the task at which.
    """
    lines = [quote_text(task.note)] if task.note else []
    for diagnosis in task.diagnoses[:_DIAGNOSES]:
        line = Text(f"{KNOWN_MISTAKE}: ", "yellow", overflow="fold")
        if diagnosis.sentence in named:
            line.append(f"the same as in {escape_label(named[diagnosis.sentence])}", "default")
            lines.append(line)
            continue
        line.append_text(quote_text(diagnosis.sentence, "default", first=3))
        if agreeing := describe_agreement(diagnosis):
            line.append(f" ({agreeing})", "dim")
        lines.append(line)
    return lines


def describe_dependencies(task: TaskResult) -> list[Text]:
    """Return a line for each function of another task that ``task`` builds on."""
    lines = []
    for each in telling_dependencies(task.dependencies):
        line = Text("builds on ").append_text(quote_text(each.function, "bold", first=1))
        lines.append(line.append(f": {describe_dependency(each)}"))
    return lines


def draw_absence(failing: Sequence[TestResult]) -> RenderableType:
    """Return one line for all tests of a missing function, as each would say the same."""
    verdict = Verdict.worst(test.verdict for test in failing)
    line = Text(f"{verdict_sign(verdict)} {verdict.words}", verdict_colour(verdict))
    line.append(
        f"  {format_count(len(failing), 'test')}, {describe_lost_points(*failing)}", "default"
    )
    message = explain_missing_function(failing)
    return (
        Group(line, Padding(BarBeforeLines(quote_text(message)), (0, 0, 0, 3))) if message else line
    )
