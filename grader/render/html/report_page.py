"""Renders a report as an HTML page: every text is escaped for the eye and for the browser."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from jinja2 import Environment
from markupsafe import Markup

from grader.model import formatting
from grader.model.notebook_texts_and_outputs import NotebookByTask
from grader.model.report import Report, TaskResult, View
from grader.model.report_views import redact_for_view
from grader.model.staff_decisions import NO_DECISIONS, StaffDecisions
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.render import report_sentences, role_sentences, syntax_error_caret
from grader.render.html.annotated_code import annotate_code
from grader.render.html.arrange_report import lay_out_tasks
from grader.render.html.case_figures import CaseView
from grader.render.html.html_injection_safety import (
    assemble_page,
    make_environment,
    read_template_file,
)
from grader.render.html.lost_points_summary import list_failure_causes
from grader.render.html.svg_parts import draw_bar

if TYPE_CHECKING:
    from grader.render.html.notebook_view import SectionViewBuilder
from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePath

from grader.model.formatting import format_count
from grader.render.html.annotated_code import CodeView
from grader.render.html.arrange_report import TaskView
from grader.render.report_sentences import failing_cases_to_show

_TONES = {
    "green": "good",
    "yellow": "limit",
    "red": "bad",
    "bold magenta": "grader",
    "cyan": "hand",
}
"""Classes of the style sheet for the colours that verdicts have everywhere."""


def render(
    report: Report, view: View, written: NotebookByTask | None = None,
    decisions: StaffDecisions | None = None, links: Sequence[tuple[str, str]] = (),
) -> str:  # fmt: skip
    """Returns what ``view`` may see of ``report`` as one HTML document.

    Nothing in it is ever fetched or sent: its policy allows its own style sheet and a script that
    folds, by their hashes. No text acts: each passes ``escape.escape_invisible`` and is escaped.

    Args:
        written: what the submission's notebook says, for staff who mark it.
        decisions: what people decided about it, shown beside the grader's points.
        links: words and addresses of other pages about it.
    """
    seen = redact_for_view(report, view)
    lines = [cell.source.rstrip("\n").count("\n") + 1 for cell in seen.cells]
    decided = (decisions or NO_DECISIONS).placed(lines)
    templates = _environment()
    case = templates.get_template("case.html")

    def set_case(shown: CaseView, unfolded: bool) -> Markup:
        return Markup(case.render(shown=shown, unfolded=unfolded))

    tasks = lay_out_tasks(seen, set_case)
    doubts = report_sentences.list_doubts(seen)
    notebook = (
        None if written is None or seen.view is View.STUDENT else _make_section_builder(written)
    )
    code = annotate_code(seen, tasks, decided)
    return assemble_page(
        templates,
        "report.html",
        script=read_template_file(__package__ or "", "report.js"),
        pictures=notebook is not None,
        report=seen,
        tasks=tasks,
        causes=list_failure_causes(seen, tasks, doubts),
        code=code,
        left_out=describe_unprinted_parts(tasks, code),
        doubts=doubts,
        roles=role_sentences.role_sentences(seen),
        roles_heading=role_sentences.HEADING,
        notebook=notebook,
        decided=decided,
        links=links,
    )


def _make_section_builder(written: NotebookByTask) -> SectionViewBuilder:
    # Imported late: few reports have a notebook beside them.
    from grader.render.html.notebook_view import SectionViewBuilder

    return SectionViewBuilder(written)


@functools.cache
def _environment() -> Environment:
    made = make_environment("grader.render.html")
    made.filters |= {
        "agreement": report_sentences.describe_agreement,
        "day": format_day,
        "decided": report_sentences.describe_trial_decision,
        "full_call": report_sentences.format_full_call,
        "glyph": formatting.verdict_sign,
        "earned": _describe_points,
        "moment": format_moment,
        "partial": _is_partly_right,
        "left_open": report_sentences.describe_open_points,
        "pointed": syntax_error_caret.point_at_syntax_error,
        "points": formatting.format_points_with_noun,
        "short_call": report_sentences.format_short_call,
        "shown_by": report_sentences.title_of_counterexample,
        "spent": report_sentences.describe_verdict_and_time,
        "tone": verdict_tone,
        "whose": student_name,
        "words": formatting.verdict_phrase,
        "work": assignment_title,
    }
    made.globals["bar"] = draw_bar
    return made


def verdict_tone(verdict: Verdict | None) -> str:
    """Return the class of the style sheet for the colour of ``verdict``."""
    return _TONES[formatting.verdict_colour(verdict)]


def _is_partly_right(task: TaskResult) -> bool:
    """Return whether ``task`` earned some of its points, but not all."""
    if task.verdict is None or task.verdict in OPEN_VERDICTS:
        return False
    return 0 < (task.score or 0) < task.max_score


def _describe_points(task: TaskResult) -> str:
    """Return the task's points: ``1 point``, or ``0.5 of 1 point`` if it has a score."""
    if task.score is None:
        return formatting.format_points_with_noun(task.max_score)
    return formatting.format_score(task.score, task.max_score)


def describe_unprinted_parts(tasks: Sequence[TaskView], code: Sequence[CodeView]) -> str:
    """Return in words what the printed page omits of these ``tasks`` and this ``code``."""
    missing = [
        *_some(sum(map(_count_unprinted_cases, tasks)), "failing case"),
        *_some(sum(len(view.passed) for view in tasks), "passed test"),
        *_some(sum(cell.lines - cell.printed for cell in code), "line"),
    ]
    if not missing:
        return "This is the short form for paper. Open the page in a browser to see more."
    *most, last = missing
    listed = f"{', '.join(most)} and {last}" if most else last
    if code and "line" in last:
        listed += " of code"
    return (
        f"This is the short form for paper, without {listed}, lines of play, output and the ends "
        "of long texts. Open the page in a browser, or the JSON form, to see them."
    )


def _some(number: int, what: str) -> list[str]:
    return [format_count(number, what)] if number else []


def _count_unprinted_cases(view: TaskView) -> int:
    """Return the number of failing cases of a task that are not printed on paper."""
    if view.absent:
        return 0
    every = sum(len(failing_cases_to_show(shown.test)) for shown in view.failing)
    return every - sum(bool(shown.printed and shown.cases) for shown in view.failing)


def assignment_title(report: Report) -> str:
    """Return the title of the assignment, or its id in older reports."""
    return report.title or report.assignment


def student_name(report: Report) -> str:
    """Return the student's name in the course, or else that of the file: ``alice``."""
    return report.student or PurePath(report.path).stem or report.path


def format_day(graded_at: str) -> str:
    """Return the day of grading, ``21 November 2026``; empty if the report has no time."""
    return _written(graded_at, "{0.day} {0:%B} {0.year}")


def format_moment(graded_at: str) -> str:
    """Return the time of grading, ``21 November 2026, 23:14 UTC``; empty if not known."""
    return _written(graded_at, "{0.day} {0:%B} {0.year}, {0:%H:%M} UTC")


def _written(graded_at: str, form: str) -> str:
    try:
        return form.format(datetime.strptime(graded_at, "%Y-%m-%dT%H:%M:%S%z"))
    except ValueError:  # a stored report may say anything
        return graded_at
