"""What of a report is not printed, in a sentence for the sheets; the style sheet leaves it out.

Paper has the score, the causes, one example of each failing test and the code around what failed:
a reader who wants more has the page itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.formatting import format_count
from grader.render.html.annotated_code import CodeView
from grader.render.html.layout import TaskView
from grader.render.sentences import failing


def left_out(tasks: Sequence[TaskView], code: Sequence[CodeView]) -> str:
    """Return what the sheets lack of a page with these ``tasks`` and this ``code``."""
    missing = [
        *_some(sum(map(_unprinted, tasks)), "failing case"),
        *_some(sum(len(view.passed) for view in tasks), "passed test"),
        *_some(sum(cell.lines - cell.printed for cell in code), "line"),
    ]
    if not missing:
        return (
            "This is the short form for paper. The page itself, in a browser, has more to unfold."
        )
    *most, last = missing
    listed = f"{', '.join(most)} and {last}" if most else last
    if code and "line" in last:
        listed += " of code"
    return (
        f"This is the short form for paper: {listed} are left out, and so are lines of play, "
        "output and the ends of long texts. The page itself has them, in a browser; so has the "
        "JSON form."
    )


def _some(number: int, what: str) -> list[str]:
    return [format_count(number, what)] if number else []


def _unprinted(view: TaskView) -> int:
    """Failing cases of a task that have no room on paper."""
    if view.absent:
        return 0
    every = sum(len(failing(shown.test)) for shown in view.failing)
    return every - sum(bool(shown.printed and shown.cases) for shown in view.failing)
