"""Lists the formats that a report can be written in, by their names on the command line."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from grader.model.report_views import shareable_path

if TYPE_CHECKING:
    # Every command imports the names of the forms, and most of them no report.
    from collections.abc import Callable, Collection, Sequence

    from grader.model.notebook_texts_and_outputs import NotebookByTask
    from grader.model.report import Report, View
    from grader.model.staff_decisions import StaffDecisions

_WRITERS = {
    "text": "grader.render.terminal.report:report_as_text",
    "json": "grader.render.report_json:dumps",
    "html": "grader.render.html:render",
    "md": "grader.render.markdown:render",
    "junit": "grader.render.junit:render",
    "gradescope": "grader.render.gradescope_results:render",
    "prairielearn": "grader.render.prairielearn_results:render",
    "github": "grader.render.github_actions:render",
    "csv": "grader.render.gradebook_csv:render_gradebook",
}

FORMS = tuple(_WRITERS)
"""The names, the most usual ones first."""

ALIASES = {"txt": "text", "terminal": "text", "markdown": "md", "htm": "html"}
"""Other names that people try."""

_ENDINGS = {
    ".csv": "csv", ".htm": "html", ".html": "html", ".json": "json", ".md": "md", ".txt": "text",
    ".xml": "junit",
}  # fmt: skip


class UnknownFileEnding(ValueError):
    """A file name whose ending asks for no known form; ``str()`` lists the endings."""


def format_of_file_name(file: str, forms: Collection[str] = FORMS) -> str:
    """Return the form that a file name's ending asks for; text without an ending.

    Args:
        forms: those that there are.

    Raises:
        UnknownFileEnding: if it ends otherwise: people would take what is in it for something else.
    """
    ending = PurePath(file).suffix.lower()
    form = _ENDINGS.get(ending) if ending else "text"
    if form is None or form not in forms:
        known = ", ".join(each for each, form in _ENDINGS.items() if form in forms)
        raise UnknownFileEnding(
            f"no form has the ending {ending}; use one of {known}, or name a form with -f"
        )
    return form


def write_report(
    form: str, report: Report, view: View, written: NotebookByTask | None = None,
    decisions: StaffDecisions | None = None, links: Sequence[tuple[str, str]] = (),
) -> str:  # fmt: skip
    """Return what ``view`` may see of ``report``, as one of :data:`FORMS`.

    Args:
        written: what the submission's notebook says, which only pages have room for.
        decisions: what people decided about it, which only pages show.
        links: words and addresses of other pages about it, for pages that stand beside them.

    Raises:
        ReportError: the report has no such form: what it holds cannot be written that way.
    """
    # Of JSON for staff alone the path is needed again, to find the submission.
    if form != "json":
        report = replace(report, path=shareable_path(report.path))
    # Imported by name, and only now: each form has its own needs, and most runs use one.
    module, _, function = _WRITERS[form].partition(":")
    writer: Callable[..., str] = getattr(import_module(module), function)
    if form != "html" or (written is None and decisions is None and not links):
        return writer(report, view)
    return writer(report, view, written, decisions, links)
