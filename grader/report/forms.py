"""The forms that a report can be written in, by the names that the command line has for them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from grader.report.model import Report, View

Writer = Callable[[Report, View], str]

_WRITERS = {
    "text": "grader.report.text:as_text",
    "json": "grader.report.jsonfile:dumps",
    "html": "grader.report.html:render",
    "md": "grader.report.markdown:render",
    "junit": "grader.report.junit:render",
    "gradescope": "grader.report.gradescope:render",
    "github": "grader.report.github:render",
    "csv": "grader.report.gradebook:render",
}

FORMS = tuple(_WRITERS)
"""The names, the most usual ones first."""


def write(form: str, report: Report, view: View) -> str:
    """What ``view`` may see of ``report``, as one of :data:`FORMS`.

    Raises:
        ReportError: the report has no such form: what it holds cannot be written that way.
    """
    # Imported by name, and only now: each form has its own needs, and most runs use one.
    module, _, function = _WRITERS[form].partition(":")
    return cast(Writer, getattr(import_module(module), function))(report, view)
