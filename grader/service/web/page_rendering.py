"""Renders pages from templates: texts are escaped as in reports, by the same environment."""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Mapping
from datetime import tzinfo
from importlib import resources
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from grader.model import formatting
from grader.model.escape import escape_to_one_line
from grader.model.verdict import Verdict
from grader.render.html.html_injection_safety import (
    make_environment,
    read_style_sheet,
    read_template_file,
)
from grader.render.html.notebook_view import render_markdown
from grader.service.auth.access import Permission
from grader.service.course_time import UTC, format_machine_time, format_time, zone_of_course
from grader.service.data.tables import GradingState, Role
from grader.service.final_scores import PointsReason
from grader.service.grading_progress import GradingProgress
from grader.service.sections import ALL_SECTIONS, OWN_SECTIONS
from grader.service.text_input import unix_newlines
from grader.service.web.navigation import assignment_links, course_links, submission_links

_STYLE = "style.css"
"""The style sheet of pages: that of reports, and rules for forms."""
_TONES = {
    "green": "good",
    "yellow": "limit",
    "red": "bad",
    "bold magenta": "grader",
    "cyan": "hand",
}
_STATES = {
    GradingState.QUEUED: "waiting",
    GradingState.RUNNING: "being graded",
    GradingState.DONE: "graded",
    GradingState.REFUSED: "cannot be read",
    GradingState.FAILED: "the grader failed; the staff will look at it",
}


@functools.cache
def assets_by_address() -> dict[str, str]:
    """Return the style sheet, the icon and all scripts of pages by their addresses."""
    folder = resources.files("grader.service.web") / "templates"
    files = sorted(each.name for each in folder.iterdir() if each.name.endswith((".js", ".svg")))
    return {asset_address(name): _read_asset(name) for name in (_STYLE, *files)}


@functools.cache
def asset_address(file: str) -> str:
    """Return the address of a file that pages load, which has a digest of its content."""
    stem, _, suffix = file.rpartition(".")
    return f"/{stem}-{hashlib.sha256(_read_asset(file).encode()).hexdigest()[:16]}.{suffix}"


def _read_asset(file: str) -> str:
    if file != _STYLE:
        return read_template_file("grader.service.web", file)
    own = (
        read_template_file("grader.service.web", name) for name in ("service.css", "marking.css")
    )
    return read_style_sheet() + "".join(own)


def render_template(template: str, **values: Any) -> str:
    """Return the text of a template that is filled with values."""
    return _environment().get_template(template).render(zone=_zone_of_page(values), **values)


def _zone_of_page(values: Mapping[str, Any]) -> tzinfo:
    """Return the zone of the course that a page is about; UTC if it is about none."""
    if "course" in values:
        return zone_of_course(values["course"])
    return zone_of_course(values["seen"].submission.course) if "seen" in values else UTC


@functools.cache
def _environment() -> Environment:
    made = make_environment("grader.service.web")
    made.filters |= {
        "field": escape_for_form_field,
        "announcement_html": lambda text: Markup(render_markdown(text, links=True)),
        "glyph": formatting.verdict_sign,
        "in_words": lambda state: _STATES[GradingState(state)],
        "moment": _moment,
        "moment_text": format_time,
        "out_of": formatting.format_score,
        "percent": formatting.format_percent_in_tenths,
        "points": formatting.format_points_with_noun,
        "progress_words": progress_words,
        "tone": lambda verdict: _TONES[formatting.verdict_colour(verdict)],
        # Jinja's own fails where a text has half of a surrogate pair.
        "urlencode": functools.partial(quote, safe="", errors="backslashreplace"),
        "when": _when,
        "words": formatting.verdict_phrase,
    }
    made.globals |= {
        "Deed": Permission, "Role": Role, "State": GradingState, "Verdict": Verdict,
        "OWN_SECTIONS": OWN_SECTIONS, "ALL_SECTIONS": ALL_SECTIONS,
        "course_links": course_links, "assignment_links": assignment_links,
        "submission_links": submission_links,
        "asset_address": asset_address, "Why": PointsReason,
    }  # fmt: skip
    return made


def escape_for_form_field(text: str) -> Markup:
    """Escape a text for a form's field, so that the browser sends it back unchanged.

    What people read is spelled out where it hides something. What a form sends again must not be:
    it would change with each time. A text area has to begin with a line break before it, which
    browsers drop.
    """
    return escape(unix_newlines(text).encode("utf-8", "replace").decode())


def progress_words(progress: GradingProgress) -> str:
    """Return the progress of a grading in the words of a page."""
    said = _STATES[progress.state]
    if progress.state.over:
        return said
    place = f", number {progress.place} in the queue" if progress.place else ""
    if progress.task:
        place = f": task {escape_to_one_line(progress.task, 40)}"
        place += f", {progress.task_place} of {progress.tasks}" if progress.task_place else ""
    if progress.seconds is None:
        return f"{said}{place}; no estimate yet"
    return f"{said}{place}; about {_format_roughly(progress.seconds)} to go"


def _format_roughly(seconds: float) -> str:
    """Return an expected time in words, rounded up."""
    if seconds <= 60:
        return f"{5 * max(1, math.ceil(seconds / 5))} seconds"
    minutes = math.ceil(seconds / 60)
    return (
        formatting.format_count(minutes, "minute")
        if minutes <= 90
        else f"{math.ceil(minutes / 60)} hours"
    )


def time_element(at: float, zone: tzinfo, *, seconds: bool = False) -> Markup:
    """Return a time as an element of a page, in a course's zone."""
    words = escape(format_time(at, zone, seconds=seconds))
    return Markup(f'<time datetime="{format_machine_time(at, zone)}">{words}</time>')


@pass_context
def _moment(context: Context, at: float) -> Markup:
    return time_element(at, context.get("zone") or UTC)


@pass_context
def _when(context: Context, at: float) -> Markup:
    return time_element(at, context.get("zone") or UTC, seconds=True)
