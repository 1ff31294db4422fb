"""The queue: begun by one, finished by whoever has the claim, never lost."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sqlalchemy import func, select, update

from grader.jobs.grading_answer import ResultSummary, dump_summary_line
from grader.service.data.tables import Grading, GradingState, StoredReport, Worker
from grader.service.queue import queue
from grader.service.queue.live_workers import WorkerLease, leases_of_database
from grader.service.queue.queue import GradingClaim, GradingOutcome
from tests.service.scene import Scene

NOTHING = dump_summary_line(ResultSummary((), {}, complete=True))
DONE = GradingOutcome(GradingState.DONE, result=NOTHING, report="{}")


def _claim(scene: Scene, worker: str = "one") -> GradingClaim:
    with scene.database.writing() as session:
        claim = queue.claim_next(session, worker, {scene.edition.id})
    assert claim is not None
    return claim


def _end(scene: Scene, claim: GradingClaim, outcome: GradingOutcome = DONE) -> bool:
    with scene.database.writing() as session:
        return queue.finish_claim(session, claim, outcome)


def test_what_is_begun_is_not_begun_again(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    assert _claim(scene).submission == submission
    with scene.database.writing() as session:
        assert queue.claim_next(session, "two", {scene.edition.id}) is None


def test_only_editions_that_a_worker_has_are_begun(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        assert queue.claim_next(session, "one", {scene.edition.id + 1}) is None


def test_people_take_turns_across_claims(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    first = [scene.hand_in(ada) for _ in range(3)]
    assert _claim(scene).submission == first[-1]
    other = scene.hand_in(ben)
    assert [_claim(scene).submission for _ in range(3)] == [other, first[1], first[0]]


def test_an_outcome_without_its_claim_is_dropped(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    old = _claim(scene)
    with scene.database.writing() as session:
        assert queue.return_to_queue(session, queue.gradings_of_worker("one")) == 1
    new = _claim(scene, "two")
    assert not _end(scene, old)
    assert _end(scene, new)
    assert not _end(scene, new)
    assert scene.grading(submission).state == GradingState.DONE
    with scene.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(StoredReport)) == 1


@pytest.mark.slow
def test_what_is_given_back_is_next(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    first, _ = scene.hand_in(ada), scene.hand_in(ben)
    assert _claim(scene).submission == first
    with scene.database.writing() as session:
        queue.return_to_queue(session, queue.gradings_of_worker("one"))
    assert _claim(scene).submission == first


def test_the_graders_own_failure_is_tried_again_and_then_left_to_a_person(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    failed = GradingOutcome(GradingState.FAILED, reason="it broke")
    for state in (GradingState.QUEUED, GradingState.FAILED):
        claim = _claim(scene)
        with scene.database.writing() as session:
            assert queue.retry_or_fail_claim(session, claim, failed)
        assert scene.grading(submission).state == state
    assert scene.grading(submission).reason == "it broke"
    with scene.database.writing() as session:
        session.get_one(Grading, scene.grading(submission).id).queued_at = 1.0
    with scene.database.writing() as session:
        assert queue.retry_failed(session, scene.grading(submission).id)
    assert scene.grading(submission).queued_at > 1.0  # nobody is warned that it has waited so long
    assert scene.grading(submission).finished_at == 0.0
    _end(scene, _claim(scene))
    assert scene.grading(submission).state == GradingState.DONE


def _enter(scene: Scene, seat: WorkerLease) -> None:
    with scene.database.writing() as session:
        session.add(Worker(id=seat.id, pid=os.getpid(), sandbox="none", started_at=0.0))


def _bury(scene: Scene) -> int:
    with scene.database.writing() as session:
        return queue.reap_dead_workers(session, leases_of_database(scene.database))


def test_what_a_dead_worker_had_waits_again(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    seat = leases_of_database(scene.database).take()
    _enter(scene, seat)
    _claim(scene, seat.id)
    assert _bury(scene) == 0
    seat.leave()  # what the kernel or the database does when the process ends
    assert _bury(scene) == 1
    assert scene.grading(submission).state == GradingState.QUEUED
    assert scene.grading(submission).losses == 1
    with scene.database.reading() as session:
        assert session.scalars(select(Worker)).all() == []


def test_a_submission_that_ends_worker_after_worker_is_left_to_a_person(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    for _ in range(queue.LOSSES):
        seat = leases_of_database(scene.database).take()
        _enter(scene, seat)
        _claim(scene, seat.id)
        seat.leave()
        _bury(scene)
    assert scene.grading(submission).state == GradingState.FAILED
    assert "ended while they graded it" in scene.grading(submission).reason


def test_a_lock_is_let_go_with_its_process_though_a_child_lives_on(scene: Scene) -> None:
    code = (
        "import subprocess, sys\n"
        "from grader.service.data.database import Database\n"
        "from grader.service.queue.live_workers import leases_of_database\n"
        "seat = leases_of_database(Database(sys.argv[1])).take()\n"
        "child = subprocess.Popen(['sleep', '60'], stdin=subprocess.DEVNULL,\n"
        "    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(seat.id, child.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, scene.database.url],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        seat, child = process.stdout.readline().split()
        assert not _gone(scene, seat)
        process.kill()
        process.wait()
    while not _gone(scene, seat):  # PostgreSQL has to see first that the connection is closed
        pass
    os.kill(int(child), 9)


def _gone(scene: Scene, seat: str) -> bool:
    with scene.database.reading() as session:
        return seat in leases_of_database(scene.database).gone(session, [seat])


def test_gradings_that_are_over_say_so() -> None:
    over = {GradingState.DONE, GradingState.REFUSED, GradingState.FAILED}
    assert {state for state in GradingState if state.over} == over


@pytest.mark.parametrize("state", [GradingState.DONE, GradingState.REFUSED])
def test_only_what_failed_is_tried_again_by_hand(scene: Scene, state: GradingState) -> None:
    submission = scene.hand_in(scene.person("ada"))
    _end(scene, _claim(scene), GradingOutcome(state))
    with scene.database.writing() as session:
        assert not queue.retry_failed(session, scene.grading(submission).id)
    assert session.get(Grading, scene.grading(submission).id) is not None


def test_who_gives_back_has_the_turn_that_they_had_and_no_earlier_one(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    for person in (ben, ada):  # Ben was served before Ada
        scene.hand_in(person)
        assert _end(scene, _claim(scene))
    again, other = scene.hand_in(ada), scene.hand_in(ben)
    assert _claim(scene, "lost").submission == other
    assert _claim(scene, "lost").submission == again
    with scene.database.writing() as session:
        assert queue.return_to_queue(session, queue.gradings_of_worker("lost")) == 2
    fresh = scene.hand_in(scene.person("chiara"))
    # Chiara was never served; then Ben, whose turn was before Ada's.
    assert [_claim(scene).submission for _ in range(3)] == [fresh, other, again]


def test_who_was_served_again_meanwhile_has_had_their_turn(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    old, new = scene.hand_in(ada), scene.hand_in(ada)
    assert _claim(scene, "lost").submission == new
    other = scene.hand_in(ben)
    assert _claim(scene).submission == other
    assert _claim(scene).submission == old
    waiting = scene.hand_in(ben)
    with scene.database.writing() as session:
        queue.return_to_queue(session, queue.gradings_of_worker("lost"))
    assert [_claim(scene).submission for _ in range(2)] == [waiting, new]


def test_a_regrade_that_is_given_back_is_nobodys_turn(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    for person in (ben, ada):
        scene.hand_in(person)
        assert _end(scene, _claim(scene))
    behind = scene.hand_in(ada)
    with scene.database.writing() as session:
        session.execute(update(Grading).where(Grading.submission_id == behind).values(regrade=True))
    assert _claim(scene, "lost").submission == behind
    with scene.database.writing() as session:
        queue.return_to_queue(session, queue.gradings_of_worker("lost"))
    fresh, other = scene.hand_in(ada), scene.hand_in(ben)
    assert [_claim(scene).submission for _ in range(3)] == [other, fresh, behind]
