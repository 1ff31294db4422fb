"""A batch as one HTML page that links to each report: ``results/index.html``."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from jinja2 import Environment
from markupsafe import Markup

from grader.batch.compare import Change, described
from grader.batch.files import report_path
from grader.batch.row import Row
from grader.batch.summary import BINS, Summary
from grader.model import wording
from grader.model.wording import count
from grader.render.html.protection import environment, policy, style_sheet
from grader.render.html.shorten import cut
from grader.render.html.svg import bar, picture
from grader.render.html.svg import place as at

NAME = "index.html"

_WIDTH, _HEIGHT, _MARGIN = 560.0, 170.0, 22.0
_READABLE = ("html", "md", "text", "json")
"""Forms of reports by how well a browser shows them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A row of the page, and where its report is, relative to the page; empty if there is none."""

    row: Row
    link: str


def render(summary: Summary, forms: Sequence[str], changes: Sequence[Change] | None = None) -> str:
    """Returns the page, which loads nothing. Its one script sorts and filters the students.

    Args:
        forms: in which there is a report of each, beside JSON.
        changes: from an earlier batch, if that was asked for.
    """
    form = next(form for form in _READABLE if form in {*forms, "json"})
    rows = [Shown(row, "" if row.refusal else report_path(form, row.name)) for row in summary.rows]
    by_name = {shown.row.name: shown for shown in rows}
    style = style_sheet() + _own("batch.css")
    script = _own("batch.js")
    text = (
        _environment()
        .get_template("batch.html")
        .render(
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script),
            summary=summary,
            rows=rows,
            by_name=by_name,
            scores=_scores(summary),
            slowest=[by_name[row.name] for row in summary.slowest],
            internal=[by_name[row.name] for row in summary.internal],
            refused=[by_name[row.name] for row in summary.refused],
            plot=_plot(summary),
            changes=changes,
            described=described,
        )
    )
    return f"{text}\n"


def _own(name: str) -> str:
    return resources.files(__package__).joinpath(f"templates/{name}").read_text("utf-8")


def _scores(summary: Summary) -> dict[str, dict[str, float | None]]:
    """The points of each row, by its name, for each task; ``None`` where a person marks it."""
    found: dict[str, dict[str, float | None]] = {}
    for row in summary.rows:
        scores = {task.id: task.score for task in row.result.tasks}
        found[row.name] = {task.id: scores.get(task.id) for task in summary.tasks}
    return found


@functools.cache
def _environment() -> Environment:
    made = environment("grader.batch")
    made.filters |= {
        "count": wording.count,
        "cut": cut,
        "number": wording.number,
        "seconds": wording.seconds,
        "share": wording.share,
    }
    made.globals["bar"] = bar
    return made


def _plot(summary: Summary) -> Markup:
    """The distribution of scores as columns, each with its number over it."""
    most = max(summary.histogram) or 1
    width = _WIDTH / BINS
    elements: list[str] = []
    for column, students in enumerate(summary.histogram):
        left, height = column * width, (_HEIGHT - 2 * _MARGIN) * students / most
        top, middle = _HEIGHT - _MARGIN - height, left + width / 2
        across = f'x="{at(left + 3)}" width="{at(width - 6)}"'
        elements += [
            f'<rect class="column" {across} y="{at(top)}" height="{at(height)}"/>',
            f'<text x="{at(middle)}" y="{at(top - 5)}">{students or ""}</text>',
            f'<text x="{at(middle)}" y="{at(_HEIGHT - 6)}">{_percent(column)} %</text>',
        ]
    elements.append(f'<path class="axis" d="M0 {at(_HEIGHT - _MARGIN)}H{at(_WIDTH)}"/>')
    parts = (
        f"{_percent(column)} %: {count(students, 'student')}"
        for column, students in enumerate(summary.histogram)
        if students
    )
    return picture("distribution", _WIDTH, _HEIGHT, "; ".join(parts), elements)


def _percent(column: int) -> str:
    return f"{100 * column // BINS}–{100 * (column + 1) // BINS}"
