"""Writes the gradebooks of learning platforms as tables, in each platform's own form."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import chain, repeat

from grader.render.csv_rows import escape_cell

Table = Iterable[Sequence[str | float]]


@dataclass(frozen=True, slots=True)
class PlatformScore:
    """The points of one student, under the id that the platform knows them by."""

    id: str
    points: float


@dataclass(frozen=True, slots=True)
class PlatformForm:
    """The form in which a platform takes a gradebook.

    Attributes:
        table: makes the rows of a title, the points to be had, and the scores.
        quoted: whether each cell stands in quotes.
    """

    table: Callable[[str, float, Iterable[PlatformScore]], Table]
    separator: str = ","
    quoted: bool = False
    mark: bytes = b""
    codec: str = "utf-8"


def canvas_rows(
    title: str, maximum: float, rows: Iterable[tuple[str, str, str, str | float]],
    sections: Iterable[str] = (),
) -> Table:  # fmt: skip
    """Yield the rows of Canvas's grade table.

    Args:
        rows: name, Canvas's own number and login of each student, and their points.
        sections: of each student, if they are known.
    """
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title]
    yield ["    Points Possible", "", "", "", "", maximum]
    for (name, number, login, points), section in zip(
        rows, chain(sections, repeat("")), strict=False
    ):
        yield [name, number, "", login, section, points]


def _canvas(title: str, maximum: float, scores: Iterable[PlatformScore]) -> Table:
    return canvas_rows(title, maximum, map(_canvas_row, scores))


def _canvas_row(score: PlatformScore) -> tuple[str, str, str, float]:
    # Canvas's own ids are numbers; any other text can only be a login.
    number, login = (score.id, "") if score.id.isdecimal() else ("", score.id)
    return "", number, login, score.points


def _moodle(_title: str, maximum: float, scores: Iterable[PlatformScore]) -> Table:
    """Yield the rows of the grading worksheet of a Moodle assignment."""
    yield ["Identifier", "Grade", "Maximum grade", "Last modified (grade)"]
    for each in scores:
        yield [f"Participant {each.id}", each.points, maximum, ""]


def _gradescope(_title: str, maximum: float, scores: Iterable[PlatformScore]) -> Table:
    yield ["Submission ID", "Total Score", "Max Points", "Status"]
    for each in scores:
        yield [each.id, each.points, maximum, "Graded"]


def _blackboard(title: str, maximum: float, scores: Iterable[PlatformScore]) -> Table:
    yield ["Last Name", "First Name", "Username", f"{title} [Total Pts: {maximum:.10g} Score]"]
    for each in scores:
        yield ["", "", each.id, each.points]


def _brightspace(title: str, _maximum: float, scores: Iterable[PlatformScore]) -> Table:
    yield ["Username", f"{title} Points Grade", "End-of-Line Indicator"]
    for each in scores:
        yield [f"#{each.id}", each.points, "#"]


def _sakai(title: str, _maximum: float, scores: Iterable[PlatformScore]) -> Table:
    """Yield the rows of ``grades.csv`` in the archive of a Sakai assignment."""
    yield [title, "SCORE_GRADE_TYPE"]
    yield [""]
    yield ["Display ID", "ID", "Last Name", "First Name", "grade"]
    for each in scores:
        yield [each.id, each.id, "", "", each.points]


def _teams(title: str, maximum: float, scores: Iterable[PlatformScore]) -> Table:
    yield ["First Name", "Last Name", "Email Address", title, "Points"]
    for each in scores:
        first, _, last = each.id.rpartition(" ")
        yield [first, last, "", each.points, maximum]


FORMS: Mapping[str, PlatformForm] = {
    "canvas": PlatformForm(_canvas),
    "moodle": PlatformForm(_moodle),
    "gradescope": PlatformForm(_gradescope),
    "blackboard": PlatformForm(_blackboard, "\t", True, codecs.BOM_UTF16_LE, "utf-16-le"),
    "brightspace": PlatformForm(_brightspace),
    "sakai": PlatformForm(_sakai, quoted=True),
    "teams": PlatformForm(_teams),
}
"""By the names of platforms on the command line."""


def dump_platform_gradebook(
    platform: str, title: str, maximum: float, scores: Iterable[PlatformScore]
) -> bytes:
    """Return a file with ``scores`` for ``platform``, in which no cell is a formula."""
    form = FORMS[platform]
    page = StringIO()
    csv.writer(
        page,
        delimiter=form.separator,
        lineterminator="\n",
        quoting=csv.QUOTE_ALL if form.quoted else csv.QUOTE_MINIMAL,
    ).writerows(
        [platform_cell(cell) for cell in row] for row in form.table(title, float(maximum), scores)
    )
    return form.mark + page.getvalue().encode(form.codec)


def platform_cell(value: str | float) -> str:
    """Return a cell of a gradebook: points as decimal numbers, and texts that do nothing."""
    return format_decimal(value) if isinstance(value, float) else escape_cell(str(value))


def format_decimal(points: float) -> str:
    """Return points as a decimal number without noise: 0.1 + 0.2 is 0.3 to a reader."""
    return f"{points:.10g}"
