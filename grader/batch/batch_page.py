"""Renders a batch as one HTML page that links to each report: ``results/index.html``."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment
from markupsafe import Markup

from grader.batch import bindings_csv
from grader.batch.batch_row import BatchRow
from grader.batch.compare_batches import ResultChange
from grader.batch.report_files import report_path
from grader.batch.summary import BatchSummary
from grader.jobs.result_statistics import BINS, describe_change
from grader.model.formatting import format_count
from grader.render.html.html_injection_safety import (
    assemble_page,
    make_environment,
    read_template_file,
)
from grader.render.html.svg_parts import draw_bar, make_picture
from grader.render.html.svg_parts import format_coordinate as at

NAME = "index.html"

_WIDTH, _HEIGHT, _MARGIN = 560.0, 170.0, 22.0


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of the page, with the relative link to its report; empty if it has none."""

    row: BatchRow
    link: str


def render_batch_page(summary: BatchSummary, changes: Sequence[ResultChange] | None = None) -> str:
    """Returns the page, which loads nothing; its one script sorts and filters the students.

    Args:
        changes: from an earlier batch, if that was asked for.
    """
    rows = [
        PageRow(row, "" if row.refusal else report_path("html", row.name)) for row in summary.rows
    ]
    by_name = {shown.row.name: shown for shown in rows}
    return assemble_page(
        _environment(),
        "batch.html",
        read_template_file("grader.batch", "batch.css"),
        read_template_file("grader.batch", "batch.js"),
        summary=summary,
        rows=rows,
        by_name=by_name,
        scores=_scores_by_row_and_task(summary),
        slowest=[by_name[row.name] for row in summary.slowest],
        internal=[by_name[row.name] for row in summary.internal],
        refused=[by_name[row.name] for row in summary.refused],
        to_decide=[by_name[row.name] for row in summary.to_decide],
        open=any(task.to_decide or task.unreadable for task in summary.tasks),
        plot=_plot_histogram(summary),
        changes=changes,
        described=describe_change,
        bindings_name=bindings_csv.NAME,
    )


def _scores_by_row_and_task(summary: BatchSummary) -> dict[str, dict[str, float | None]]:
    """Return each row's points by task, by the row's name; ``None`` if not marked."""
    found: dict[str, dict[str, float | None]] = {}
    for row in summary.rows:
        scores = {task.id: task.score for task in row.result.tasks}
        found[row.name] = {task.id: scores.get(task.id) for task in summary.tasks}
    return found


@functools.cache
def _environment() -> Environment:
    made = make_environment("grader.batch")
    made.globals["bar"] = draw_bar
    return made


def _plot_histogram(summary: BatchSummary) -> Markup:
    """Return a histogram of the scores as columns, each with its number above."""
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
            f'<text x="{at(middle)}" y="{at(_HEIGHT - 6)}">{_percent(column)}</text>',
        ]
    elements.append(f'<path class="axis" d="M0 {at(_HEIGHT - _MARGIN)}H{at(_WIDTH)}"/>')
    parts = (
        f"{_percent(column)} %: {format_count(students, 'student')}"
        for column, students in enumerate(summary.histogram)
        if students
    )
    return make_picture("distribution", _WIDTH, _HEIGHT, "; ".join(parts), elements)


def _percent(column: int) -> str:
    return f"{100 * column // BINS}–{100 * (column + 1) // BINS}"
