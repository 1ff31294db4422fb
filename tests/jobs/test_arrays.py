"""A hidden test asks with a NumPy array, and its report shows one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.jobs.grading import grade
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from tests.made_up import DOUBLE, HEAD, made_up, submitted

WITH_NUMPY = HEAD.replace("[limits]", 'packages = ["numpy"]\n\n[limits]', 1).replace("256", "1024")
TEST = """
from grader.testing import Array

def question(ask, case):
    return ask.double(Array([[case, 0], [0, case]], "int8"))

@task("1", points=2)
@cases([3])
@asks(question)
def test_doubles(answer, case):
    \"\"\"Doubles.\"\"\"
    if answer.changed:
        raise WrongAnswer("The array was changed.")
    if answer.value != [[2 * case, 0], [0, 2 * case]]:
        raise WrongAnswer("Not doubled.", actual=repr(answer.value))
"""
SOURCES = {
    "right": "def double(board):\n    return board * 2\n",
    "changes": "def double(board):\n    board *= 2\n    return board\n",
    "wrong": "import numpy as np\ndef double(board):\n    return board @ np.ones((2, 2))\n",
}


def graded(folder: Path, source: str, head: str = WITH_NUMPY) -> Report:
    assignment = made_up(folder / "assignment", TEST, tasks=DOUBLE, head=head)
    return grade(submitted(folder, source), assignment, Bubblewrap.locate(), speed=1.0)


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("name", "verdict", "message"),
    [
        ("right", Verdict.ACCEPTED, ""),
        ("changes", Verdict.WRONG_ANSWER, "The array was changed."),
        ("wrong", Verdict.WRONG_ANSWER, "Not doubled."),
    ],
)
def test_a_board_that_is_an_array(
    tmp_path: Path, name: str, verdict: Verdict, message: str
) -> None:
    (case,) = graded(tmp_path, SOURCES[name]).tasks[0].cases
    assert (case.verdict, case.message) == (verdict, message)
    if not verdict.passed:
        assert case.call is not None
        assert case.call.arguments == ("numpy.array([[3, 0], [0, 3]], dtype='int8')",)


@pytest.mark.bubblewrap
def test_an_assignment_that_does_not_promise_numpy_blames_nobody_but_itself(tmp_path: Path) -> None:
    report = graded(tmp_path, SOURCES["right"], HEAD)
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert 'packages do not promise "numpy"' in report.errors[0]
