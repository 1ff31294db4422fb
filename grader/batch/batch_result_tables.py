"""Shows a batch on a terminal: tables of all results, then lists of what needs attention."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.batch import bindings_csv
from grader.batch.batch_row import BatchRow
from grader.batch.compare_batches import ResultChange
from grader.batch.summary import BatchSummary
from grader.jobs.result_statistics import BINS, TaskSummary, describe_change
from grader.model.escape import escape_line_for_ci
from grader.model.formatting import (
    BY_HAND,
    format_count,
    format_number,
    format_percent_rounded_down,
    format_seconds,
)
from grader.render.terminal.quoted_text import TerminalDocument

_LISTED = 20
"""Rows of each list; the JSON form has them all."""
_BAR = 30
_MISTAKES = 5


def render_batch(summary: BatchSummary, console: Console) -> None:
    """Print ``summary``, with all texts of students escaped."""
    console.print(TerminalDocument(_parts(summary)), crop=False)


def render_changes(changes: Sequence[ResultChange], console: Console) -> None:
    """Print the changes from an earlier batch."""
    console.print(TerminalDocument(_changes(changes)), crop=False)


def _changes(changes: Sequence[ResultChange]) -> Iterator[RenderableType]:
    if not changes:
        yield Text("\nNothing changed.", "bold")
        return
    yield Text(f"\nChanged: {format_count(len(changes), 'student')}", "bold")
    table = _table("Student", ">Points", "Tasks", "Why")
    for change in changes[:_LISTED]:
        before, after = (
            "–" if row is None else format_number(row.result.score)
            for row in (change.before, change.after)
        )
        table.add_row(
            Text(escape_line_for_ci(change.id, 40)),
            Text(f"{before} → {after}", "green" if change.difference > 0 else "red"),
            Text("\n".join(escape_line_for_ci(describe_change(task), 80) for task in change.tasks)),
            Text(escape_line_for_ci(", ".join(change.causes))),
        )
    yield table
    if len(changes) > _LISTED:
        yield Text(f"… and {len(changes) - _LISTED} more", "dim")


def _parts(summary: BatchSummary) -> Iterator[RenderableType]:
    yield Text(
        f"{escape_line_for_ci(summary.title)}: {format_count(len(summary.rows), 'hand-in')}", "bold"
    )
    yield _figures(summary)
    yield Padding(_tasks(summary.tasks, len(summary.rows)), (1, 0, 0, 0))
    if summary.shares:
        yield Padding(_distribution(summary), (1, 0, 0, 0))
    if summary.diagnoses:
        yield Text("\nMost common known mistakes", "bold")
        yield _hanging_table(
            (
                f"{common.students:>4} × {escape_line_for_ci(common.task)} ",
                escape_line_for_ci(common.sentence, 300),
            )
            for common in summary.diagnoses[:_MISTAKES]
        )
    yield from _rows(
        "A person has to decide, as the reports say", summary.to_decide, "cyan",
        lambda row: row.to_decide,
    )  # fmt: skip
    yield from _rows(
        f"Roles that are open, to be settled in {bindings_csv.NAME}", summary.open, "cyan",
        lambda row: row.open,
    )  # fmt: skip
    yield from _rows("Cannot be read", summary.refused, "yellow", lambda row: row.refusal)
    yield from _rows(
        "The grader itself failed", summary.internal, "red", lambda row: " ".join(row.result.errors)
    )
    if summary.shared:
        ids = ", ".join(escape_line_for_ci(student, 40) for student in summary.shared[:_LISTED])
        yield Text(f"\nSeveral hand-ins have the same id: {ids}", "yellow", overflow="fold")


def _figures(summary: BatchSummary) -> Text:
    facts = [
        f"mean {format_percent_rounded_down(summary.mean)}",
        f"median {format_percent_rounded_down(summary.median)}",
        f"{summary.full} with full marks",
        f"{summary.graded} graded now",
        f"took {format_seconds(summary.seconds)}",
    ]
    if slowest := summary.slowest[:1]:
        used = format_seconds(slowest[0].result.cpu_seconds)
        facts.append(f"slowest {escape_line_for_ci(slowest[0].id, 40)} ({used} CPU)")
    return Text(" · ".join(facts), "dim", overflow="fold")


def _tasks(tasks: Sequence[TaskSummary], everybody: int) -> Table:
    table = _table("Task", "", ">Accepted", ">Mean", "Otherwise")
    for task in tasks:
        mean = "–" if task.mean is None else format_number(task.mean)
        points = f"{mean} / {format_number(task.max_score)}"
        if task.by_hand:
            said = Text(BY_HAND, "cyan")
            table.add_row(
                escape_line_for_ci(task.id), Text(escape_line_for_ci(task.title)), "", points, said
            )
            continue
        table.add_row(
            escape_line_for_ci(task.id),
            Text(escape_line_for_ci(task.title)),
            f"{task.accepted} ({format_percent_rounded_down(task.accepted, everybody)})",
            points,
            Text(", ".join(_commonest_failures(task)), "dim"),
        )
    return table


def _commonest_failures(task: TaskSummary) -> list[str]:
    """Return how many hand-ins fail the task, by the most frequent verdicts."""
    others = [(many, verdict) for verdict, many in task.verdicts.items() if not verdict.passed]
    others.sort(key=lambda pair: -pair[0])
    said = [f"{many} {verdict.words}" for many, verdict in others[:3]]
    more = sum(many for many, _ in others[3:])
    return [
        *said,
        *([f"{more} otherwise"] if more else []),
        *([f"{task.unreadable} unreadable"] if task.unreadable else []),
    ]


def _distribution(summary: BatchSummary) -> Table:
    most = max(summary.histogram) or 1
    table = Table(box=None, show_header=False, pad_edge=False)
    for step, students in enumerate(summary.histogram):
        low, high = 100 * step // BINS, 100 * (step + 1) // BINS
        bar = "█" * round(_BAR * students / most) or ("▏" if students else "")
        table.add_row(
            Text(f"{low:>3} – {high:>3} %", "dim"), Text(bar, "green"), Text(str(students), "dim")
        )
    return table


def _rows(
    title: str, rows: Sequence[BatchRow], style: str, said: Callable[[BatchRow], str]
) -> Iterator[RenderableType]:
    if not rows:
        return
    yield Text(f"\n{title}: {len(rows)}", f"bold {style}")
    yield _hanging_table(
        (f"  {escape_line_for_ci(row.id, 40)}:", escape_line_for_ci(said(row), 300))
        for row in rows[:_LISTED]
    )
    if len(rows) > _LISTED:
        yield Text(f"  … and {len(rows) - _LISTED} more", "dim")


def _hanging_table(pairs: Iterable[tuple[str, str]]) -> Table:
    """Return a table of pairs of texts; a long second text is wrapped below itself."""
    table = Table.grid(padding=(0, 1))
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for first, second in pairs:
        table.add_row(Text(first), Text(second))
    return table


def _table(*headings: str) -> Table:
    """Return a table with these headings; columns whose heading begins with > are aligned right."""
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", border_style="dim"
    )
    for heading in headings:
        table.add_column(
            heading.removeprefix(">"),
            justify="right" if heading.startswith(">") else "left",
            overflow="fold",
        )
    return table
