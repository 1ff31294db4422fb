"""The forms that a report can be written in, by the names that the command line has for them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Every command imports the names of the forms, and most of them no report.
    from collections.abc import Callable

    from grader.model.notebook import Written
    from grader.model.report import Report, View

_WRITERS = {
    "text": "grader.render.terminal.report:as_text",
    "json": "grader.render.jsonfile:dumps",
    "html": "grader.render.html:render",
    "md": "grader.render.markdown:render",
    "junit": "grader.render.junit:render",
    "gradescope": "grader.render.gradescope:render",
    "github": "grader.render.github:render",
    "csv": "grader.render.gradebook:render",
}

FORMS = tuple(_WRITERS)
"""The names, the most usual ones first."""

ALIASES = {"txt": "text", "terminal": "text", "markdown": "md", "htm": "html"}
"""Other names that people try."""

_ENDINGS = {
    ".csv": "csv", ".htm": "html", ".html": "html", ".json": "json", ".md": "md", ".xml": "junit",
}  # fmt: skip


def by_name(file: str) -> str | None:
    """The form that the name of a file asks for by its ending; ``None`` if by none."""
    lower = file.lower()
    return next((form for ending, form in _ENDINGS.items() if lower.endswith(ending)), None)


def write(form: str, report: Report, view: View, written: Written | None = None) -> str:
    """What ``view`` may see of ``report``, as one of :data:`FORMS`.

    Args:
        written: what the submission's notebook says, which only pages have room for.

    Raises:
        ReportError: the report has no such form: what it holds cannot be written that way.
    """
    # Imported by name, and only now: each form has its own needs, and most runs use one.
    module, _, function = _WRITERS[form].partition(":")
    writer: Callable[..., str] = getattr(import_module(module), function)
    return (
        writer(report, view) if written is None or form != "html" else writer(report, view, written)
    )
