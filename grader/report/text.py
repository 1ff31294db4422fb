"""The report on a terminal: a summary first, then what lost points and why, then the score."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grader.report.escape import visible
from grader.report.failure import failing_test
from grader.report.model import LoadNote, Report, TaskResult, TestResult, View
from grader.report.quote import Page, Rail, quoted
from grader.report.view import for_view
from grader.report.wording import (
    count,
    glyph,
    margin,
    number,
    points,
    seconds,
    share,
    style,
    words,
)
from grader.verdict import Verdict

_NARROW = 72
"""Columns below which the summary leaves out how many tests of each task passed."""

_WIDE = 96
"""Columns from which the summary also names each task's function."""

_ABSENT = frozenset({Verdict.LOAD_ERROR, Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED})

_MARGINS = 5
"""Margins of a trial that was passed that are shown."""

_NOTES = 10
"""Notes about loading that are shown."""


def render(report: Report, view: View, console: Console) -> None:
    """Prints what ``view`` may see of ``report``, fitted to the console's width.

    Nothing that a student wrote is interpreted: it is escaped (``escape.visible``), no markup
    is parsed and none of its lines begins a line of the output.
    """
    console.print(Page(_parts(for_view(report, view), console.width)), crop=False)


def _parts(report: Report, width: int) -> Iterator[RenderableType]:
    yield _header(report, width)
    yield from _warnings(report)
    yield from _loading(report)
    yield Padding(_summary(report, width), (1, 0, 0, 0))
    for task in report.tasks:
        yield from _task(task, width)
    yield from _trials(report)
    yield from _ending(report)


def _header(report: Report, width: int) -> Panel:
    score = Text("Nothing here is decided by the grader", "bold")
    if report.max_score:
        filled = int(20 * report.score / report.max_score + 1e-9)
        score = Text(f"{number(report.score)} of {points(report.max_score)}  ", "bold")
        score.append("█" * filled, "green").append("░" * (20 - filled), "dim")
        score.append(f"  {share(report.score, report.max_score)}")
    if report.undecided:
        score.append(f"   {points(report.undecided)} more for a person", "cyan")
    facts = [
        f"digest {visible(report.digest[:12])}",
        f"seed {report.seed}",
        f"sandbox {visible(report.sandbox.backend)}",
        f"took {seconds(report.duration)}",
    ]
    if report.view is View.STUDENT:
        facts.append("student view")
    title = Text(f" {visible(report.assignment)}  {visible(report.path)} ", "bold")
    title.truncate(max(width - 6, 10), overflow="ellipsis")
    return Panel(
        Group(score, Text(" · ".join(facts), "dim")),
        title=title,
        title_align="left",
        padding=(0, 1),
        border_style="dim",
    )


def _warnings(report: Report) -> Iterator[RenderableType]:
    if report.errors:
        yield Panel(
            Text("\n").join([quoted(error) for error in report.errors]),
            title=Text(" The grader itself failed "),
            title_align="left",
            border_style="red",
        )
    if not report.complete:
        yield _warning("Incomplete: this run does not decide every point of the assignment.")
    missing = [name for name, held in report.sandbox.enforced.items() if not held]
    if report.sandbox.warning:
        yield _warning(report.sandbox.warning)
    elif missing:
        listed = ", ".join(map(visible, missing))
        yield _warning(f"Not enforced while this code ran: {listed}.")


def _warning(sentence: str) -> Rail:
    return Rail(quoted(sentence, "bold yellow"), "! ", "bold yellow")


def _loading(report: Report) -> Iterator[RenderableType]:
    if report.load_notes:
        notes = [_note(note) for note in report.load_notes[:_NOTES]]
        if left := len(report.load_notes) - len(notes):
            notes.append(Text(f"… and {left} more; --format json has them all", "dim"))
        yield Padding(Text("While loading", "bold"), (1, 0, 0, 0))
        yield Rail(Group(*notes))
    if report.load_stdout.strip():
        yield Padding(Text("Printed while loading", "bold"), (1, 0, 0, 0))
        yield Rail(quoted(report.load_stdout))


def _note(note: LoadNote) -> Text:
    where = note.file if note.line is None else f"{note.file}, line {note.line}"
    text = Text(overflow="fold")
    if where:
        text.append(f"{visible(where)}: ", "cyan")
    return text.append_text(quoted(note.message, first=4))


def _summary(report: Report, width: int) -> Table:
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", border_style="dim"
    )
    table.add_column("Task", no_wrap=True)
    table.add_column("", overflow="fold")
    if wide := width >= _WIDE:
        table.add_column("Function", style="dim", no_wrap=True)
    table.add_column("Points", justify="right", no_wrap=True)
    if roomy := width >= _NARROW:
        table.add_column("Tests", justify="right", no_wrap=True)
    table.add_column("Verdict")
    for task in report.tasks:
        passed = sum(test.verdict.passed for test in task.tests)
        cells: list[Text] = [Text(visible(task.id)), Text(visible(task.title))]
        if wide:
            cells.append(Text(visible(task.function or "")))
        cells.append(_earned(task))
        if roomy:
            cells.append(Text(f"{passed}/{len(task.tests)}" if task.tests else "", "dim"))
        cells.append(Text(f"{glyph(task.verdict)} {words(task.verdict)}", style(task.verdict)))
        table.add_row(*cells)
    return table


def _earned(task: TaskResult) -> Text:
    if task.score is None:
        return Text(f"– / {number(task.max_score)}", "cyan")
    colour = "green" if task.score >= task.max_score else "yellow" if task.score > 0 else "red"
    return Text(f"{number(task.score)} / {number(task.max_score)}", colour)


def _lost(test: TestResult) -> bool:
    return not test.verdict.passed or test.score < test.points


def _task(task: TaskResult, width: int) -> Iterator[RenderableType]:
    failing = [test for test in task.tests if _lost(test)]
    if not failing and not task.note:
        return
    title = Text(f"{visible(task.id)} {visible(task.title)}", "bold")
    function = f"  {visible(task.function)}" if task.function else ""
    earned = "" if task.score is None else f"  {number(task.score)} of {points(task.max_score)}"
    if len(title) + len(function) + len(earned) < width - 2:
        title.append(function, "not bold dim")
    title.append(earned, "not bold")
    yield Padding(Rule(title, align="left", style="dim"), (1, 0, 0, 0))
    if task.note:
        yield Rail(quoted(task.note))
    if failing and all(test.verdict in _ABSENT for test in failing):
        yield _absent(failing)
        return
    seen: set[str] = set()
    for n, test in enumerate(failing):
        yield Padding(failing_test(test, seen, width), (1 if n else 0, 0, 0, 0))


def _absent(failing: list[TestResult]) -> RenderableType:
    """One line for all tests of a function that is not there: each would say the same."""
    verdict = Verdict.worst(test.verdict for test in failing)
    lost = sum(test.points - test.score for test in failing)
    line = Text(f"{glyph(verdict)} {verdict.words}", style(verdict))
    line.append(f"  {count(len(failing), 'test')}, {points(lost)} lost", "default")
    said = (case.message for test in failing for case in test.cases if case.message)
    message = next(said, "")
    return Group(line, Padding(Rail(quoted(message)), (0, 0, 0, 3))) if message else line


def _trials(report: Report) -> Iterator[RenderableType]:
    """What became of the stochastic tests that passed: otherwise their luck would not show."""
    lines = [
        _trial(task, test, margins)
        for task in report.tasks
        for test in task.tests
        if not _lost(test) and (margins := _margins(test))
    ]
    if lines:
        yield Padding(Text("Random trials", "bold"), (1, 0, 0, 0))
        yield from lines


def _margins(test: TestResult) -> list[float]:
    found = [attempt.get("margin") for case in test.cases for attempt in case.attempts]
    return [value for value in found if isinstance(value, int | float) and isfinite(value)]


def _trial(task: TaskResult, test: TestResult, margins: list[float]) -> Text:
    attempts = [attempt for case in test.cases for attempt in case.attempts]
    won = sum(attempt.get("success") is True for attempt in attempts)
    shown = ", ".join(map(margin, margins[:_MARGINS])) + (", …" if len(margins) > _MARGINS else "")
    line = Text(f"{glyph(test.verdict)} ", style(test.verdict), overflow="fold")
    line.append(f"{visible(task.id)} {visible(test.title)}", "default")
    return line.append(
        f"  {won} of {count(len(attempts), 'attempt')} succeeded, margins {shown}",
        "default dim",
    )


def _ending(report: Report) -> Iterator[RenderableType]:
    failed = sum(_lost(test) for task in report.tasks for test in task.tests)
    full = bool(report.max_score) and report.score >= report.max_score
    line = Text("Score ", "bold", overflow="fold")
    line.append(f"{number(report.score)} / {number(report.max_score)}")
    if report.max_score:
        line.append(f" ({share(report.score, report.max_score)})")
    if failed:
        line.append(f" · {count(failed, 'test')} lost points", "not bold")
    if report.undecided:
        line.append(f" · {points(report.undecided)} for a person", "not bold cyan")
    if not report.complete:
        line.append(" · incomplete run", "not bold yellow")
    if report.sandbox.warning or not all(report.sandbox.enforced.values()):
        line.append(" · not fully sandboxed", "not bold yellow")
    yield Text()
    if full and not failed and report.complete:
        yield Text("✔ Everything that was tested works. Well done!", "green")
    yield line
