"""What comes of the student's own functions together, where that is in doubt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader import sandbox
from grader.explain import own_function_reruns
from grader.jobs.grading_context import GradingContext
from grader.jobs.parallel_grading import grade_in_parallel
from grader.model.figures import OwnFunctionOutcome
from grader.model.report import Report
from grader.sandbox.backend_interface import SandboxFailure, SandboxUnavailable
from tests.made_up import made_up, submitted

pytestmark = pytest.mark.bubblewrap

TASKS = """
[[tasks]]
id = "1"
title = "Adding"
function = "add_one"
points = 1

[[tasks]]
id = "2"
title = "Applying"
function = "apply"
points = 2
inject = ["add_one"]
"""
TESTS = """
@task("1", points=1)
def test_adds(student):
    if student.add_one(1).value != 2:
        raise WrongAnswer("Not added.")

@task("2", points=1, visibility="public")
@cases([1, 2])
def test_applies(student, inject, case):
    if student.apply(inject.add_one, case).value != case + 1:
        raise WrongAnswer("Not applied.")

@task("2", points=1)
def test_hidden(student, inject):
    if student.apply(inject.add_one, -7).value != -6:
        raise WrongAnswer("Not applied.")
"""
RIGHT = "def add_one(n):\n    return n + 1\ndef apply(f, n):\n    return f(n)\n"
WRONG = RIGHT.replace("n + 1", "n + 2")
MISSING = "def apply(f, n):\n    return f(n)\n"
ALL_WRONG = WRONG.replace("f(n)", "0")

Graded = Callable[..., Report]


@pytest.fixture
def graded(tmp_path: Path) -> Graded:
    def grade(text: str, jobs: int, tests: str = TESTS) -> Report:
        demo = made_up(tmp_path, tests, tasks=TASKS)
        backend = sandbox.choose_backend("bubblewrap")
        return grade_in_parallel(
            GradingContext(demo, backend), submitted(tmp_path, text), processes=jobs
        )

    return grade


def reported(report: Report) -> dict[str, tuple[OwnFunctionOutcome, ...]]:
    assert report.errors == ()
    return {task.id: tuple(task.dependencies) for task in report.tasks if task.dependencies}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_that_is_right_but_for_what_it_depends_on(graded: Graded, jobs: int) -> None:
    report = graded(WRONG, jobs)
    assert reported(report) == {"2": (OwnFunctionOutcome("add_one", False, True),)}
    assert [task.score for task in report.tasks] == [0, 2]


@pytest.mark.slow
def test_own_functions_may_do_although_they_lost_points(graded: Graded) -> None:
    """Wrong for the hidden case of its own task, right for the public ones of the other."""
    text = RIGHT.replace("return n + 1", "return 0 if n == 50 else n + 1")
    tests = TESTS.replace("student.add_one(1).value != 2", "student.add_one(50).value != 51")
    report = graded(text, 1, tests)
    assert reported(report) == {"2": (OwnFunctionOutcome("add_one", True, True),)}


@pytest.mark.parametrize("text", [RIGHT, MISSING, ALL_WRONG], ids=["right", "missing", "wrong"])
def test_where_there_is_no_doubt_nothing_is_tried(
    graded: Graded, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("there is nothing to try")

    monkeypatch.setattr(own_function_reruns, "rerun_with_own_functions", unwanted)
    assert reported(graded(text, 1)) == {}


@pytest.mark.slow
def test_a_sandbox_that_fails_leaves_the_verdicts_alone(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise SandboxFailure("burnt down")

    monkeypatch.setattr("grader.examine.examiner.Examiner.again", fails)
    report = graded(WRONG, 1)
    assert reported(report) == {}
    assert report.complete


@pytest.mark.slow
def test_a_sandbox_that_is_not_to_be_had_leaves_the_verdicts_alone(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(*_: object, **__: object) -> None:
        raise SandboxUnavailable("no more sandboxes today")

    monkeypatch.setattr(own_function_reruns, "visit_hidden_tests", unavailable)
    report = graded(WRONG, 1)
    assert reported(report) == {}
    assert [task.score for task in report.tasks] == [0, 2]


@pytest.mark.slow
def test_a_call_that_is_stopped_in_the_end_says_nothing(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_function_reruns, "SECONDS", 0.3)
    slow = WRONG.replace("return n + 2", "time.sleep(0.5)\n    return n + 2")
    report = graded(f"import time\n{slow}", 1)
    assert reported(report) == {}
    assert [task.score for task in report.tasks] == [0, 2]
