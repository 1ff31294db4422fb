"""When gradings are expected to be over, as a pure function, and as the database has it."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.service.data.tables import Grading, GradingState, GradingTaskProgress, Worker
from grader.service.grading_progress import (
    GradingProgress,
    ProgressOverview,
    progress_of_grading,
)
from grader.service.queue import queue
from grader.service.queue.live_workers import leases_of_database
from grader.service.queue.queue import GradingOutcome
from grader.service.queue.queue_time_estimates import (
    RunningGrading,
    expected_completion,
    typical_duration,
)
from grader.service.web.page_rendering import progress_words
from tests.service.scene import Scene


def test_one_worker_takes_one_after_another() -> None:
    assert expected_completion([RunningGrading(10.0, 4.0)], [10.0, 5.0], 1) == [16.0, 21.0]


def test_several_workers_share_the_queue() -> None:
    assert expected_completion([RunningGrading(10.0, 4.0)], [10.0, 10.0, 10.0], 2) == [
        10.0,
        16.0,
        20.0,
    ]


def test_nothing_is_expected_without_a_worker() -> None:
    assert expected_completion([], [1.0, 1.0], 0) == [None, None]


def test_nothing_is_expected_behind_what_is_not_known() -> None:
    assert expected_completion([], [1.0, None, 1.0], 1) == [1.0, None, None]
    assert expected_completion([RunningGrading(None, 3.0)], [1.0], 2) == [None]


def test_what_takes_longer_than_usual_has_no_estimate_and_may_end_at_any_moment() -> None:
    late = RunningGrading(10.0, 11.0)
    assert late.left is None
    assert expected_completion([late], [10.0], 1) == [10.0]


def test_a_few_gradings_are_needed_and_a_single_long_one_does_not_count() -> None:
    assert typical_duration([1.0, 1.0]) is None
    assert typical_duration([1.0, 2.0, 1000.0]) == 2.0


@given(
    st.lists(st.tuples(st.floats(0.1, 100), st.floats(0, 100)), max_size=4),
    st.lists(st.floats(0.1, 100), min_size=1, max_size=20),
    st.integers(1, 6),
)
def test_more_workers_never_make_it_later(
    begun: list[tuple[float, float]], waiting: list[float], workers: int
) -> None:
    running = [RunningGrading(*each) for each in begun]
    slow, fast = (
        expected_completion(running, waiting, workers),
        expected_completion(running, waiting, workers + 1),
    )
    for seconds, one, other in zip(waiting, slow, fast, strict=True):
        assert one is not None
        assert other is not None
        assert seconds <= one
        assert other <= one + 1e-9


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (GradingProgress(GradingState.QUEUED, 2, 41.0), ("waiting, number 2 in the queue; about 45 "
                                                 "seconds to go")),
        (GradingProgress(GradingState.QUEUED, 1), ("waiting, number 1 in the queue; no estimate "
                                                  "yet")),
        (GradingProgress(GradingState.RUNNING, 0, 0.2), "being graded; about 5 seconds to go"),
        (GradingProgress(GradingState.RUNNING, 0, 20.0, "3.1", 7, 10),
         "being graded: task 3.1, 7 of 10; about 20 seconds to go"),
        (GradingProgress(GradingState.RUNNING, 0, None, "3.1"),
         "being graded: task 3.1; no estimate yet"),
        (GradingProgress(GradingState.RUNNING, 0, 61.0), "being graded; about 2 minutes to go"),
        (GradingProgress(GradingState.QUEUED, 9, 6000.0),
         "waiting, number 9 in the queue; about 2 hours to go"),
        (GradingProgress(GradingState.DONE), "graded"),
    ],
)  # fmt: skip
def test_it_is_said_in_words(progress: GradingProgress, words: str) -> None:
    assert progress_words(progress) == words


def _graded_before(scene: Scene, *seconds: float) -> None:
    """As many submissions of one student that took so long."""
    student = scene.person("emeka")
    for each in seconds:
        submission = scene.hand_in(student)
        with scene.database.writing() as session:
            claim = queue.claim_next(session, "nobody", {scene.edition.id})
            assert claim is not None
            queue.finish_claim(session, claim, GradingOutcome(GradingState.DONE))
            grading = session.get_one(Grading, claim.grading)
            grading.finished_at = grading.started_at + each
        assert claim.submission == submission


def test_past_gradings_and_living_workers_say_when(scene: Scene) -> None:
    waiting = scene.grading(scene.hand_in(scene.person("ada"))).id
    seat = leases_of_database(scene.database).take()
    with scene.database.writing() as session:
        session.add(Worker(id=seat.id, pid=os.getpid(), sandbox="none", started_at=0.0))
        session.add(Worker(id="gone", pid=1, sandbox="none", started_at=0.0))
    assert scene.database.shared(ProgressOverview).current() == {
        waiting: GradingProgress(GradingState.QUEUED, 1)
    }
    with scene.database.writing() as session:  # those that follow are graded before it
        session.get_one(Grading, waiting).regrade = True
    _graded_before(scene, 8.0, 10.0, 30.0)
    assert progress_of_grading(scene.database, waiting) == GradingProgress(
        GradingState.QUEUED, 1, 10.0
    )
    seat.leave()
    assert progress_of_grading(scene.database, waiting) == GradingProgress(GradingState.QUEUED, 1)


@pytest.mark.parametrize(("place", "expected"), [(2, None), (3, 80.0)])
def test_the_first_tasks_of_a_first_grading_say_nothing(
    scene: Scene, place: int, expected: float | None
) -> None:
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id
    with scene.database.writing() as session:
        assert queue.claim_next(session, "nobody", {scene.edition.id}) is not None
        began = session.get_one(Grading, grading).started_at = time.time() - 20.0
        session.add(GradingTaskProgress(
            grading_id=grading, at=began + 1.0, task="1.3", place=place, tasks=10, done=2, total=10
        ))  # fmt: skip
    found = progress_of_grading(scene.database, grading)
    assert (found.task_place, found.seconds) == (
        place, None if expected is None else pytest.approx(expected, rel=0.5),
    )  # fmt: skip


def test_what_was_deleted_while_somebody_watched_is_over(scene: Scene) -> None:
    assert progress_of_grading(scene.database, 17).state.over
