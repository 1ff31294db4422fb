"""Several processes for one submission: the same report, sooner, and nothing left behind."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment, intake, sandbox
from grader.grading import grade
from grader.parallel import WorkerFailed, grade_in_parts, split
from grader.report import Report, SandboxInfo
from grader.sandbox import SandboxUnavailable
from grader.sandbox.protocol import Program, Session

PS2 = assignment.load("ps2")
SAMPLES = Path(__file__).parents[1] / "submissions"


def coded() -> list[assignment.Task]:
    return [task for task in PS2.tasks if not task.written]


@pytest.mark.parametrize("most", [1, 2, 3, 4, 64])
def test_every_task_is_in_one_part_with_those_that_are_lent_the_same(most: int) -> None:
    parts = split(coded(), most)
    assert sorted(task.id for part in parts for task in part) == [task.id for task in coded()]
    assert 0 < len(parts) <= most
    assert all(parts)
    for one in parts:
        for other in parts:
            if one is not other:
                assert not {task.globals for task in one if task.globals} & {
                    task.globals for task in other
                }


def test_two_parts_are_about_equal() -> None:
    one, other = (sum(task.points for task in part) for part in split(coded(), 2))
    assert abs(one - other) <= 6


def test_no_tasks_no_parts() -> None:
    assert split([], 4) == []


def without_times(report: Report) -> Report:
    return replace(
        report,
        duration=0.0,
        tasks=tuple(
            replace(
                task,
                tests=tuple(
                    replace(
                        test,
                        cases=tuple(
                            replace(case, cpu_seconds=0.0, wall_seconds=0.0) for case in test.cases
                        ),
                    )
                    for test in task.tests
                ),
            )
            for task in report.tasks
        ),
    )


@pytest.mark.bubblewrap
@pytest.mark.parametrize("name", ["unfinished.py", "syntax_error.py"])
def test_the_report_is_that_of_one_process(name: str) -> None:
    submission = intake.read(SAMPLES / name)
    backend = sandbox.choose("bubblewrap")
    alone = grade(submission, PS2, backend, seed=3)
    together = grade_in_parts(submission, PS2, backend, seed=3, jobs=3)
    assert without_times(together) == without_times(alone)


@pytest.mark.bubblewrap
def test_progress_is_that_of_all_parts() -> None:
    seen: list[tuple[str, int, int]] = []
    submission = intake.read(SAMPLES / "unfinished.py")
    grade_in_parts(
        submission,
        PS2,
        sandbox.choose("bubblewrap"),
        tasks=["1.3", "1.6"],
        progress=lambda *told: seen.append(told),
        jobs=2,
    )
    assert {task for task, _, _ in seen} == {"1.3", "1.6"}
    assert seen[-1][1] <= seen[-1][2]


class Unavailable:
    """A backend that cannot be had; pickled nowhere, because workers are forked."""

    info = SandboxInfo("none", {})

    def start(self, program: Program) -> Session:
        raise SandboxUnavailable("there is no such sandbox")


class Deadly(Unavailable):
    """A backend that takes the worker with it."""

    def start(self, program: Program) -> Session:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")


class Buggy(Unavailable):
    """A backend with a mistake in it."""

    def start(self, program: Program) -> Session:
        raise ZeroDivisionError("by mistake")


@pytest.mark.parametrize(
    ("backend", "failure", "sentence"),
    [
        (Unavailable(), SandboxUnavailable, "no such sandbox"),
        (Deadly(), WorkerFailed, "ended without a report"),
        (Buggy(), WorkerFailed, "ZeroDivisionError: by mistake"),
    ],
)
def test_what_stops_a_worker_stops_the_grading(
    backend: Unavailable, failure: type[Exception], sentence: str
) -> None:
    submission = intake.read(SAMPLES / "unfinished.py")
    with pytest.raises(failure, match=sentence):
        grade_in_parts(submission, PS2, backend, jobs=2)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_one_part_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    submission = intake.read(SAMPLES / "unfinished.py")
    with pytest.raises(SandboxUnavailable):
        grade_in_parts(submission, PS2, Unavailable(), tasks=["3.1"], jobs=8)
