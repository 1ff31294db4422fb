"""Writes comma-separated values, for spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO

from grader.model.escape import escape_invisible, neutralise_ci_commands

_FORMULA = re.compile(r"(^|[;,\t|])(?=[\s\"]*[=+@＝＋－＠-])")
"""Where a cell begins that a spreadsheet would compute, also if it parts cells at semicolons."""


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return the text of ``rows``, whose cells stay as they are; see :func:`escape_cell`."""
    page = StringIO()
    csv.writer(page, lineterminator="\n").writerows(rows)
    return page.getvalue()


def escape_cell(text: str) -> str:
    """Return ``text`` as a cell of one line that no spreadsheet takes for a formula."""
    shown = neutralise_ci_commands(escape_invisible(text).replace("\n", "\\n").replace("\t", "\\t"))
    return _FORMULA.sub(r"\1'", shown)
