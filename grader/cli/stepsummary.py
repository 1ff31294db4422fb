"""The summary that GitHub shows on the page of a workflow run: Markdown, appended to a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.ending import say

if TYPE_CHECKING:
    from grader.model.report import Report, View

VARIABLE = "GITHUB_STEP_SUMMARY"
"""Names the file, in the environment of every step."""

_MOST = 1 << 20
"""Bytes of a step's summary; of a longer one GitHub shows nothing."""


def append(report: Report, view: View) -> None:
    """Add ``report`` to the summary, if there is one and room in it.

    That it cannot be added is told and no more: the report itself is in the log.
    """
    if not (name := os.environ.get(VARIABLE)):
        return
    from grader.render.forms import write

    page = write("md", report, view).encode("utf-8", "backslashreplace")
    try:
        with Path(name).open("ab") as summary:
            if summary.tell() + len(page) > _MOST:
                say("the summary of this step is full, so this report is only in its log.")
            else:
                summary.write(page)
    except OSError as problem:
        say(f"the summary of this step cannot be written: {problem.strerror}.")
