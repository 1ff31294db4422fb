"""Gradings done by an executor of ``concurrent.futures``."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from grader import assignment as assignments
from grader.jobs import remote as orders
from grader.jobs import ways
from grader.jobs.job import answer
from grader.model.submission import Submission
from tests.batch.scene import Scene, Way, by_content, written


@pytest.fixture
def at_a_worker(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Workers find the made-up assignment; gradings there need no sandbox."""
    monkeypatch.setattr(assignments, "load", lambda _: scene.bench.assignment)
    orders._bench.cache_clear()
    return scene


def executed(scene: Scene, most: int = 2) -> ways.Way:
    return ways.submitted(scene.bench, ThreadPoolExecutor(1), most)


def test_an_executor_gives_the_same(at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_worker.course()
    expected = at_a_worker.grade(Way(), kept=False)
    texts = [at_a_worker.text(name) for name in expected]
    received: list[Submission] = []

    def graded(bench: object, submission: Submission) -> str:
        received.append(submission)
        return answer(by_content(submission))

    monkeypatch.setattr(orders, "graded", graded)
    run = at_a_worker.grade(executed(at_a_worker), kept=False)
    assert run == expected
    assert [at_a_worker.text(name) for name in expected] == texts
    assert len(received) == 6


def test_what_an_executor_loses_three_times_is_lost(
    at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_worker.course()
    asked: list[str] = []

    def graded(bench: object, submission: Submission) -> str:
        asked.append(submission.path)
        if submission.path.endswith("s3.py"):
            raise ConnectionResetError("the other side has gone")
        return answer(by_content(submission))

    monkeypatch.setattr(orders, "graded", graded)
    rows = at_a_worker.grade(executed(at_a_worker))
    assert [name for name, row in rows.items() if row.internal] == ["s3"]
    assert "the other side has gone" in rows["s3"].result.errors[0]
    assert len(asked) == 8


def test_a_worker_with_other_tests_refuses(at_a_worker: Scene) -> None:
    at_a_worker.course(1)
    way = executed(at_a_worker)
    written(at_a_worker.bench.assignment.tests, {"more.json": "{}"})
    (row,) = at_a_worker.grade(way).values()
    assert (
        "the last has other hidden tests of demo; bring the same files there."
        in row.result.errors[0]
    )


def test_an_executor_really_grades(at_a_worker: Scene) -> None:
    at_a_worker.course(2)
    rows = at_a_worker.grade(executed(at_a_worker))
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
    ("executor", "told"), [(Broken(), "after shutdown"), (Cancelling(), "it was cancelled")]
)
def test_what_is_never_done_is_an_internal_error(
    scene: Scene, executor: Executor, told: str
) -> None:
    scene.course(3)
    rows = scene.grade(ways.submitted(scene.bench, executor, 2))
    assert all(row.internal and told in row.result.errors[0] for row in rows.values())
    assert len(rows) == 3


def test_an_executor_is_given_as_much_as_it_has_room_for(
    at_a_worker: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_worker.course(6)
    two = threading.Barrier(2)
    at_work: list[str] = []
    most = 0

    def graded(bench: object, submission: Submission) -> str:
        nonlocal most
        at_work.append(submission.path)
        two.wait(60)
        most = max(most, len(at_work))
        two.wait(60)
        at_work.remove(submission.path)
        return answer(by_content(submission))

    monkeypatch.setattr(orders, "graded", graded)
    # Real workers are processes: what they do to warm up is not for several threads at a time.
    monkeypatch.setattr(orders, "warm", lambda _: None)
    with ThreadPoolExecutor(6) as executor:
        at_a_worker.grade(ways.submitted(at_a_worker.bench, executor, 2))
    assert most == 2
