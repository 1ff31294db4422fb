"""Exports gradebooks as files, in the formats that course platforms take.

A cell is empty where points are not decided: a platform would show a part as the whole.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping

from grader.model.formatting import format_number
from grader.render.csv_rows import as_csv
from grader.render.lms_gradebooks import Table, canvas_rows, platform_cell
from grader.service.assignment_gradebook import Gradebook, GradebookRow


def plain_table(book: Gradebook) -> Table:
    """Yield the rows of a table with all columns, for spreadsheets."""
    yield [
        "login", "name", "section", "total", "maximum", "by hand", "late days",
        "late days used", "lost", "total after lateness",
        *(f"task {task}" for task, _, _ in book.tasks), "submission",
        "submissions", "why it counts",
        "marks of another one", "team", "note",
    ]  # fmt: skip
    for row in book.rows:
        yield [
            row.person.login, row.person.name, row.section, row.points, book.maximum,
            row.scores.undecided, row.cost.days, row.cost.free, row.cost.lost, row.total,
            *_by_task(book, row),
            "" if row.decision is None or row.refused else row.decision.submission,
            0 if row.decision is None else row.decision.number,
            "" if row.decision is None else row.decision.why,
            "yes" if row.left_behind else "", row.team, _note(row),
        ]  # fmt: skip


def canvas_table(book: Gradebook) -> Table:
    """Return the rows of Canvas's grade table, which identifies students by login."""
    return canvas_rows(
        book.title,
        book.maximum,
        ((row.person.name, "", row.person.login, _total(row)) for row in book.rows),
        [row.section for row in book.rows],
    )


def moodle_table(book: Gradebook) -> Table:
    """Yield the rows of Moodle's grade import, which maps students by ``username``."""
    yield ["username", "fullname", book.title, f"{book.title} (feedback)"]
    for row in book.rows:
        yield [row.person.login, row.person.name, _total(row), _note(row)]


def gradescope_table(book: Gradebook) -> Table:
    """Yield the rows of the score table that Gradescope exports for an assignment."""
    yield [
        "Name", "SID", "Email", "Total Score", "Max Points", "Status", "Submission ID",
        "Submission Time", "Lateness (H:M:S)",
        *(f"{task}: {title} ({format_number(points)} pts)" for task, title, points in book.tasks),
    ]  # fmt: skip
    for row in book.rows:
        login, made = row.person.login, row.decision
        yield [
            row.person.name, login, login if "." in login.partition("@")[2] else "",
            "" if made is None else _total(row), book.maximum, _status(row),
            "" if made is None else made.submission,
            "" if made is None else _utc(made.at),
            "" if made is None else _hours(row.late_by),
            *_by_task(book, row),
        ]  # fmt: skip


def excel_table(book: Gradebook) -> Table:
    """Yield the rows of :func:`plain_table`, with texts that look like numbers kept as texts.

    Excel would drop the zeros at the beginning of a login, and read 1-2 as a date.
    """
    for row in plain_table(book):
        yield [
            f'="{each}"' if isinstance(each, str) and _LIKE_A_NUMBER.fullmatch(each) else each
            for each in row
        ]


_LIKE_A_NUMBER = re.compile(r"[+-]?\d[\w.,:+/-]*")
_TEXT = re.compile(rf'="{_LIKE_A_NUMBER.pattern}"')
"""What :func:`excel_table` makes of it; nothing in it can be computed."""

SHAPES: Mapping[str, Callable[[Gradebook], Table]] = {
    "csv": plain_table, "excel": excel_table, "canvas": canvas_table, "moodle": moodle_table,
    "gradescope": gradescope_table,
}  # fmt: skip
"""By their names in addresses."""


def dump_gradebook(book: Gradebook, shape: str) -> str:
    """Return the gradebook as CSV in which no cell is a formula, except Excel's quoted texts."""
    of_excel = shape == "excel"
    text = as_csv([_cell(each, of_excel=of_excel) for each in row] for row in SHAPES[shape](book))
    # Without the mark, Excel takes UTF-8 for the encoding of the country.
    return f"\ufeff{text}" if of_excel else text


def _cell(value: str | float, *, of_excel: bool) -> str:
    if of_excel and isinstance(value, str) and _TEXT.fullmatch(value):
        return value
    return platform_cell(value)


def _by_task(book: Gradebook, row: GradebookRow) -> list[str | float]:
    counted = [row.scores.task(task) for task, _, _ in book.tasks]
    return ["" if each is None or each.points is None else each.points for each in counted]


def _total(row: GradebookRow) -> str | float:
    return row.total if row.decided else ""


def _status(row: GradebookRow) -> str:
    if row.seen is None:
        return "Missing"
    return "Graded" if row.decided else "Ungraded"


def _note(row: GradebookRow) -> str:
    if row.seen is None:
        return "nothing was handed in yet" if row.open else "nothing was handed in"
    if row.refused:
        return f"no submission counts: {row.seen.reason}"
    if not row.scored:
        return "not graded yet"
    lost = f"{format_number(100 * row.cost.lost)} % lost, {row.cost.days} days late"
    waits = f"{format_number(row.scores.undecided)} points wait for people"
    better = "another submission is not graded yet, and may be better"
    pending = row.decision is not None and row.decision.pending
    return "; ".join([
        *([row.why] if row.why else []), *([waits] if row.scores.undecided else []),
        *([better] if pending else []), *([lost] if row.cost.lost else []),
    ])  # fmt: skip


def _utc(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(at))


def _hours(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
