"""Functions that do only a part of what is asked, as for boards of one size alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.jobs.grading import grade
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from tests.contracts import CONTRACT, TEMPLATE, TESTS, heaps
from tests.made_up import submitted

SMALL = CONTRACT.replace(
    "known=(number(5, 2, right=3), number(9, 3, right=6))",
    "known=(number(5, 2, right=3), large(9, 3, right=6), large(8, 1, right=7))",
).replace(
    "def numbers(",
    """def large(*args, right):
    return Known(args, lambda answer: answer == right, common=False)


def numbers(""",
)
SOME = TESTS.replace(
    "@cases([(5, 2), (7, 3), (1, 1)])",
    "@cases([(5, 2), (7, 3), (1, 1)], suits=lambda case, how: case[0] < 7 or not how.get('fixed'))",
)
FEW = TEMPLATE.replace("return heap - number", "return [0, 1, 2, 3, 4, 5][heap] - number")
"""Up to five stones alone can be taken from."""


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"), SOME, contract=SMALL, id="small")


def graded(assignment: Assignment, folder: Path, text: str) -> Report:
    return grade(submitted(folder, text), assignment, Bubblewrap.locate(), speed=1.0, explain=False)


def test_what_does_a_part_is_asked_for_that_alone(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, FEW)
    (taking,) = report.tasks[0].tests
    assert [case.id for case in taking.cases] == ["1/takes[(5, 2)]", "1/takes[(1, 1)]"]
    assert (taking.verdict, report.errors) == (Verdict.ACCEPTED, ())
    assert report.roles[0].how["fixed"] is True
    assert (report.roles[0].asked, report.roles[0].right) == (1, 1)


def test_what_does_all_is_asked_for_all(assignment: Assignment, tmp_path: Path) -> None:
    (taking,) = graded(assignment, tmp_path, TEMPLATE).tasks[0].tests
    assert len(taking.cases) == 3


def test_a_mistake_does_not_make_it_a_part(assignment: Assignment, tmp_path: Path) -> None:
    wrong = TEMPLATE.replace(
        "return heap - number", "return heap - number if heap not in (7, 9) else 0"
    )
    report = graded(assignment, tmp_path, wrong)
    assert report.tasks[0].tests[0].verdict is Verdict.WRONG_ANSWER
    assert "fixed" not in report.roles[0].how
