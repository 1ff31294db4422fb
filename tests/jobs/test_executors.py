"""Gradings done by an executor of ``concurrent.futures``."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.assignment.course_assignments import BUILT_IN
from grader.jobs import accept_remote_order, executors
from grader.jobs.executors import OrderExecutor, make_workforce_executor
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_key import GradingSetting
from grader.model.submission import Submission
from tests.batch.scene import Judging, Scene, by_content, written
from tests.jobs import executing
from tests.jobs.executing import Executing


@pytest.fixture
def at_a_worker(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Workers have not looked for an assignment yet; gradings there need no sandbox."""
    monkeypatch.setenv("GRADE_COURSE", "")
    accept_remote_order._context.cache_clear()
    return scene


def executed(most: int = 2) -> OrderExecutor:
    return make_workforce_executor(Executing(ThreadPoolExecutor(1), most))


def test_an_executor_gives_the_same(at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_worker.course()
    expected = at_a_worker.grade(Judging(), kept=False)
    texts = [at_a_worker.text(name) for name in expected]
    received: list[Submission] = []

    def graded(context: object, submission: Submission) -> str:
        received.append(submission)
        return GradingAnswer.of(by_content(submission)).text()

    monkeypatch.setattr(executors, "grade_to_text", graded)
    run = at_a_worker.grade(executed(), kept=False)
    assert run == expected
    assert [at_a_worker.text(name) for name in expected] == texts
    assert len(received) == 6


def test_what_an_executor_loses_three_times_is_lost(
    at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_worker.course()
    asked: list[str] = []

    def graded(context: object, submission: Submission) -> str:
        asked.append(submission.path)
        if submission.path.endswith("s3.py"):
            raise ConnectionResetError("the other side has gone")
        return GradingAnswer.of(by_content(submission)).text()

    monkeypatch.setattr(executors, "grade_to_text", graded)
    rows = at_a_worker.grade(executed())
    assert [name for name, row in rows.items() if row.internal] == ["s3"]
    assert "the other side has gone" in rows["s3"].result.errors[0]
    assert len(asked) == 8


def test_a_worker_with_other_tests_refuses(at_a_worker: Scene) -> None:
    at_a_worker.course(1)
    before = at_a_worker.setting
    written(at_a_worker.context.assignment.tests, {"more.json": "{}"})
    (row,) = at_a_worker.grade(executed()).values()
    assert row.setting == before.digest
    assert (
        "the last has other hidden tests of demo; bring the same files there."
        in row.result.errors[0]
    )


def moved(scene: Scene, folder: str) -> Path:
    """Puts the course elsewhere, once it is known what orders are about."""
    assert scene.setting.course
    return scene.context.assignment.course.rename(scene.inbox.parent / folder)


def test_a_worker_without_the_course_refuses(at_a_worker: Scene) -> None:
    at_a_worker.course(1)
    course = at_a_worker.context.assignment.course
    run = at_a_worker.grade
    moved(at_a_worker, "elsewhere")
    (row,) = run(executed()).values()
    assert (
        f"the last has no course with demo, neither in {course} nor in {BUILT_IN}; "
        "bring its folder there, or name it there with GRADE_COURSE." in row.result.errors[0]
    )


def test_a_worker_may_have_the_course_in_a_folder_of_its_own(
    at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_worker.course(2)
    monkeypatch.setenv("GRADE_COURSE", str(moved(at_a_worker, "elsewhere")))
    rows = at_a_worker.grade(executed())
    assert [row.result.score for row in rows.values()] == [0, 2]


def test_orders_for_the_built_in_course_are_for_the_worker_s(setting: GradingSetting) -> None:
    assert setting.course == ""


def test_an_executor_really_grades(at_a_worker: Scene) -> None:
    at_a_worker.course(2)
    rows = at_a_worker.grade(executed())
    assert [row.result.score for row in rows.values()] == [0, 2]


class Broken(Executor):
    """Takes nothing."""

    def submit(self, *_: object, **__: object) -> Future[str]:  # type: ignore[override]
        raise RuntimeError("cannot schedule new futures after shutdown")


class Cancelling(Executor):
    """Loses everything it is given."""

    def submit(self, *_: object, **__: object) -> Future[str]:  # type: ignore[override]
        future: Future[str] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


@pytest.mark.parametrize(
    ("executor", "reason"), [(Broken(), "after shutdown"), (Cancelling(), "it was cancelled")]
)
def test_what_is_never_done_is_an_internal_error(
    scene: Scene, executor: Executor, reason: str
) -> None:
    scene.course(3)
    rows = scene.grade(make_workforce_executor(Executing(executor, 2)))
    assert all(row.internal and reason in row.result.errors[0] for row in rows.values())
    assert len(rows) == 3


def test_an_executor_is_given_as_much_as_it_has_room_for(
    at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_worker.course(6)
    two = threading.Barrier(2)
    at_work: list[str] = []
    most = 0

    def graded(context: object, submission: Submission) -> str:
        nonlocal most
        at_work.append(submission.path)
        two.wait(60)
        most = max(most, len(at_work))
        two.wait(60)
        at_work.remove(submission.path)
        return GradingAnswer.of(by_content(submission)).text()

    monkeypatch.setattr(executors, "grade_to_text", graded)
    # Real workers are processes: what they do to warm up is not for several threads at a time.
    monkeypatch.setattr(executing, "preload_hidden_tests", lambda context: context)
    with ThreadPoolExecutor(6) as executor:
        at_a_worker.grade(make_workforce_executor(Executing(executor, 2)))
    assert most == 2
