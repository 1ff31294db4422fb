"""The forms that a report can be written in, by the names that the command line has for them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from grader.model.report import Report, View

Writer = Callable[[Report, View], str]

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


def write(form: str, report: Report, view: View) -> str:
    """What ``view`` may see of ``report``, as one of :data:`FORMS`.

    Raises:
        ReportError: the report has no such form: what it holds cannot be written that way.
    """
    # Imported by name, and only now: each form has its own needs, and most runs use one.
    module, _, function = _WRITERS[form].partition(":")
    return cast(Writer, getattr(import_module(module), function))(report, view)
