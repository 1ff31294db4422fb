"""What those who wait for a grading are told of the task at which it is."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from grader.service.data.tables import Grading, GradingState, GradingTaskProgress
from grader.service.grading_progress import progress_of_grading
from grader.service.queue import queue
from grader.service.queue.queue import GradingClaim
from grader.service.worker import grade_claimed_submission
from grader.service.worker.grade_claimed_submission import GradingProgressRecorder
from tests.service.scene import Scene
from tests.service.site import Browser, words

TASKS = ("1.1", "2.1", "3.1", "3.2")


@pytest.fixture
def claim(scene: Scene) -> GradingClaim:
    """A grading that a worker has begun."""
    scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        found = queue.claim_next(session, "nobody", {scene.edition.id})
        assert found is not None
        session.get_one(Grading, found.grading).started_at -= 30.0
    return found


def _steps(scene: Scene) -> list[tuple[str, int, int]]:
    with scene.database.reading() as session:
        rows = session.scalars(select(GradingTaskProgress)).all()
        return [(each.task, each.place, each.tasks) for each in rows]


def test_the_page_says_at_which_task_a_grading_is_and_how_long_it_takes(
    scene: Scene, claim: GradingClaim
) -> None:
    GradingProgressRecorder(scene.database, claim, TASKS)("3.1", 60, 100)
    found = progress_of_grading(scene.database, claim.grading)
    assert (found.state, found.task, found.task_place, found.tasks) == (
        GradingState.RUNNING, "3.1", 3, 4
    )  # fmt: skip
    assert found.seconds == pytest.approx(20.0, abs=2.0)
    page = words(Browser(scene, scene.person("ada")).get(f"/s/{claim.submission}").text)
    assert "being graded: task 3.1, 3 of 4; about " in page


def test_notes_are_rare_and_the_last_one_counts(
    scene: Scene, claim: GradingClaim, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = GradingProgressRecorder(scene.database, claim, TASKS)
    notes("", 0, 0)
    assert _steps(scene) == []
    notes("1.1", 1, 100)
    notes("2.1", 2, 100)
    assert _steps(scene) == [("1.1", 1, 4)]
    monkeypatch.setattr(grade_claimed_submission, "EVERY", 0.0)
    notes("strange", 3, 100)
    assert _steps(scene) == [("strange", 0, 4)]


def test_a_worker_that_lost_its_claim_notes_nothing(scene: Scene, claim: GradingClaim) -> None:
    with scene.database.writing() as session:
        session.get_one(Grading, claim.grading).claim = "another"
    GradingProgressRecorder(scene.database, claim, TASKS)("1.1", 1, 100)
    assert _steps(scene) == []


def test_a_note_of_an_earlier_try_does_not_count(scene: Scene, claim: GradingClaim) -> None:
    GradingProgressRecorder(scene.database, claim, TASKS)("3.1", 60, 100)
    with scene.database.writing() as session:
        session.get_one(Grading, claim.grading).started_at += 3600.0
    assert progress_of_grading(scene.database, claim.grading).task == ""


@pytest.mark.slow
def test_a_worker_notes_its_tasks_and_forgets_them_in_the_end(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grade_claimed_submission, "EVERY", 0.0)
    noted: list[tuple[str, int, int]] = []

    class Watched(GradingProgressRecorder):
        """Looks at what is noted."""

        def __call__(self, task: str, done: int, total: int) -> None:
            super().__call__(task, done, total)
            noted.extend(_steps(scene))

    monkeypatch.setattr("grader.service.worker.loop.GradingProgressRecorder", Watched)
    submission = scene.hand_in(scene.person("ada"))
    scene.work()
    assert scene.grading(submission).state == GradingState.DONE
    assert {place for _, place, _ in noted} == {1}
    assert _steps(scene) == []
