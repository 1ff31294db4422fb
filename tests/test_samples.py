"""The sample submissions, graded end to end: each gets the verdicts that it was written for."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path

import pytest

from grader import assignment, intake, sandbox
from grader.jobs.grading import grade
from grader.model.report import Report

SAMPLES = Path(__file__).parents[1] / "submissions"
EXPECTED = tomllib.loads((SAMPLES / "expected.toml").read_text("utf-8"))

pytestmark = [pytest.mark.bubblewrap]


def graded(name: str, *, seed: int = 0, tasks: Collection[str] = ()) -> Report:
    (path,) = (path for path in SAMPLES.iterdir() if path.stem == name)
    chosen = assignment.load_assignment("ps2")
    return grade(
        intake.read_submission(path),
        chosen,
        sandbox.choose_backend("bubblewrap"),
        seed=seed,
        tasks=tasks,
    )


def slow_unless_telling(name: str) -> object:
    """A few samples stand for all in the quick run."""
    quick = name in {"alice", "skeleton", "unfinished", "syntax_error"}
    return name if quick else pytest.param(name, marks=pytest.mark.slow)


@pytest.mark.slow
@pytest.mark.parametrize("name", [slow_unless_telling(name) for name in sorted(EXPECTED)])
def test_each_sample_gets_the_verdicts_it_was_written_for(name: str) -> None:
    report = graded(name)
    verdicts = {task.id: task.verdict.value for task in report.tasks if task.verdict}
    assert verdicts == EXPECTED[name]
    assert report.complete
    assert not report.errors
    for task in report.tasks:
        assert (task.score == task.max_score) == (task.verdict is not None and task.verdict.passed)
    if name == "skeleton":  # untouched, it gets nothing
        assert report.score == 0
        assert set(verdicts.values()) == {"not_implemented"}


def test_every_sample_is_expected_to_be_something() -> None:
    files = {path.stem for path in SAMPLES.iterdir() if path.suffix in {".py", ".ipynb", ".zip"}}
    assert files == set(EXPECTED)


@pytest.mark.slow
def test_the_sign_forgotten_at_the_cut_off_is_shown_with_a_counterexample() -> None:
    tasks = ("3.2", "4.2")
    report = graded("classic_mistakes", tasks=tasks)
    for number in tasks:
        (task,) = (task for task in report.tasks if task.id == number)
        public = [test for test in task.tests if test.visibility.value == "public"]
        assert all(test.verdict.passed for test in public)
        wrong = [case for case in task.cases if not case.verdict.passed]
        assert any(case.call and case.call.drawn and case.expected for case in wrong)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1, 21))
def test_alice_gets_full_marks_whatever_the_seed(seed: int) -> None:
    report = graded("alice", seed=seed)
    assert report.score == report.max_score == 34
