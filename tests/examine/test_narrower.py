"""Functions that do only a part of what is asked, as for boards of one size alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.examine.probing import Score, narrowed
from grader.jobs.grading import grade
from grader.model.contract import Convention, Fit
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from grader.testing import READABLE, RIGHT, UNFIT, Probe, Role
from tests.contracts import ROLES, TEMPLATE, TESTS, heaps
from tests.made_up import submitted

SMALL = (
    ROLES.replace(
        "in_order, (number(5, 2, right=3), number(9, 3, right=6)), words)",
        "in_order, (number(5, 2, right=3), large(9, 3, right=6)), words, narrower=small)",
    )
    .replace(
        "def words(how):\n    said = []",
        "def words(how):\n    said = ['small heaps alone'] if how.get('small') else []",
    )
    .replace(
        "ROLES = (",
        """
def large(*args, right):
    return Probe(args, number(right=right).fits, suits=lambda how: not how.get("small"))


def small(how):
    return {**how, "small": True}


ROLES = (""",
    )
)
SOME = TESTS.replace(
    "@cases([(5, 2), (7, 3), (1, 1)])",
    "@cases([(5, 2), (7, 3), (1, 1)], suits=lambda case, how: case[0] < 7 or 'small' not in how)",
)
FEW = TEMPLATE.replace("return heap - number", "return [0, 1, 2, 3, 4, 5][heap] - number")
"""Up to five stones alone can be taken from."""


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"), SOME, roles=SMALL, id="small")


def graded(assignment: Assignment, folder: Path, text: str) -> Report:
    return grade(submitted(folder, text), assignment, Bubblewrap.locate(), speed=1.0, explain=False)


def test_what_does_a_part_is_asked_for_that_alone(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, FEW)
    (taking,) = report.tasks[0].tests
    assert [case.id for case in taking.cases] == ["1/takes[(5, 2)]", "1/takes[(1, 1)]"]
    assert (taking.verdict, report.errors) == (Verdict.ACCEPTED, ())
    assert report.roles[0].words == "small heaps alone"


def test_what_does_all_is_asked_for_all(assignment: Assignment, tmp_path: Path) -> None:
    (taking,) = graded(assignment, tmp_path, TEMPLATE).tasks[0].tests
    assert len(taking.cases) == 3


def test_a_mistake_does_not_make_it_a_part(assignment: Assignment, tmp_path: Path) -> None:
    wrong = TEMPLATE.replace("return heap - number", "return min(heap, 5) - number")
    report = graded(assignment, tmp_path, wrong)
    assert report.tasks[0].tests[0].verdict is Verdict.WRONG_ANSWER
    assert report.roles[0].words == ""


def every(_: object) -> int:
    return RIGHT


ROLE = Role(
    "take", (), lambda _: [{}],
    (
        *[Probe((), every)] * 3,
        *[Probe((), every, suits=lambda how: "small" not in how)] * 2,
    ),
    lambda _: "", narrower=lambda how: {**how, "small": True},
)  # fmt: skip


@pytest.mark.parametrize(
    ("marks", "is_narrower", "is_sound"),
    [
        ((RIGHT, RIGHT, RIGHT, UNFIT, UNFIT), True, True),
        ((RIGHT, RIGHT, UNFIT, UNFIT, READABLE), True, False),
        ((RIGHT, READABLE, READABLE, UNFIT, UNFIT), False, False),
        ((RIGHT, RIGHT, RIGHT, UNFIT, RIGHT), False, False),
        ((RIGHT, RIGHT, RIGHT, READABLE, READABLE), False, False),
        ((RIGHT, RIGHT, RIGHT, RIGHT, RIGHT), False, True),
    ],
)
def test_which_marks_speak_for_a_part(
    marks: tuple[int, ...], is_narrower: bool, is_sound: bool
) -> None:
    how: Convention = {"heap": "number"}
    score = narrowed(ROLE, Score(Fit("take", how), marks))
    assert ("small" in score.fit.how, score.sound) == (is_narrower, is_sound)
    if is_narrower:
        assert score.marks == (*marks[:3], READABLE, READABLE)
        assert score.convincing == (UNFIT not in marks[:3])
