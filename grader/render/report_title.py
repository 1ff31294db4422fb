"""Whose report it is, on what and from when, as people write that. Nothing here is escaped yet."""

from __future__ import annotations

from datetime import datetime
from pathlib import PurePath

from grader.model.report import Report


def work(report: Report) -> str:
    """The title of the assignment; in older reports its id."""
    return report.title or report.assignment


def whose(report: Report) -> str:
    """The student as the course calls them, else as the name of the file does: ``alice``."""
    return report.student or PurePath(report.path).stem or report.path


def day(graded_at: str) -> str:
    """``21 November 2026``; empty if that is not on record."""
    return _written(graded_at, "{0.day} {0:%B} {0.year}")


def moment(graded_at: str) -> str:
    """``21 November 2026, 23:14 UTC``; empty if that is not on record."""
    return _written(graded_at, "{0.day} {0:%B} {0.year}, {0:%H:%M} UTC")


def _written(graded_at: str, form: str) -> str:
    try:
        return form.format(datetime.strptime(graded_at, "%Y-%m-%dT%H:%M:%S%z"))
    except ValueError:  # a stored report may say anything
        return graded_at
