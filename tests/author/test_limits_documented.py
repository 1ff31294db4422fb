"""docs/detection-limits.md says what the families of all assignments say."""

from __future__ import annotations

from benchmarks.limits import tables
from grader.assignment.course_assignments import BUILT_IN


def test_the_page_has_the_tables_as_they_are_declared() -> None:
    page = (BUILT_IN / "docs" / "detection-limits.md").read_text("utf-8")
    missing = [line for line in tables().splitlines() if line not in page.splitlines()]
    assert not missing, "run `python -m benchmarks.limits` and put its tables into the page"
