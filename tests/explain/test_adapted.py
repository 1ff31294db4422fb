"""Smallest cases of functions that are called in the student's own way: shown, not to be pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.jobs.grading import grade
from grader.model.report import Report, View
from grader.render.report_formats import write_report
from grader.sandbox.bubblewrap import Bubblewrap
from tests.contracts import FREE, TEMPLATE, heaps
from tests.made_up import submitted

pytestmark = pytest.mark.bubblewrap

SEARCHES = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Heap:
    stones: int

    def __str__(self):
        return f"{self.stones} stones"

    @property
    def size(self):
        return str(self)

    def smaller(self):
        return [Heap(self.stones - 4)] if self.stones > 4 else []


@task("2", points=2)
@cases([Heap(1), Heap(15)])
def test_searches(student, case):
    answer = student.search(case.stones)
    if answer.value != case.stones % 4:
        raise WrongAnswer(
            "Not won.", expected=str(case.stones % 4), actual=repr(answer.value)
        )
"""
WRONG = "    for number in options(heap):\n"
"""In the source: where the search begins."""
NEVER_THREE = FREE.replace(WRONG, "    for number in options(heap)[:2]:\n")

Graded = Callable[[str], Report]


@pytest.fixture
def graded(tmp_path: Path) -> Graded:
    def graded(text: str) -> Report:
        assignment = heaps(tmp_path, SEARCHES)
        return grade(submitted(tmp_path, text), assignment, Bubblewrap.locate(), tasks=["2"])

    return graded


@pytest.mark.slow
def test_the_smallest_case_that_fails_in_the_students_own_way(graded: Graded) -> None:
    report = graded(NEVER_THREE)
    assert report.errors == ()
    (test,) = report.tasks[-1].tests
    (failing,) = (case for case in test.cases if not case.verdict.passed)
    assert failing.explanation is not None
    found = failing.explanation.counterexample
    assert found is not None
    assert (found.size, found.expected, found.actual) == ("3 stones", "3", "1")
    assert found.smaller
    assert found.source == ""
    assert "A smaller case that fails, too: 3 stones" in write_report("text", report, View.STAFF)
    page = write_report("html", report, View.STAFF)
    assert "A smaller case that fails, too" in page
    assert 'class="snippet"' not in page
    markdown = write_report("md", report, View.STAFF)
    assert (
        "A smaller case that fails, too (3 stones): it should give `3` and gives `1`." in markdown
    )
    assert "```python" not in markdown


def test_a_case_that_gets_no_smaller_shows_nothing_more(graded: Graded) -> None:
    wrong = TEMPLATE.replace(
        "def search(heap):\n", "def search(heap):\n    if heap > 11: return 9\n"
    )
    report = graded(wrong)
    assert report.errors == ()
    (test,) = report.tasks[-1].tests
    (failing,) = (case for case in test.cases if not case.verdict.passed)
    assert failing.explanation is None or failing.explanation.counterexample is None
