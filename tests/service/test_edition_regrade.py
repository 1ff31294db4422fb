"""A new edition's regrade: behind all fresh ones, shown as a difference, and never half lost."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.model.report import Report
from grader.service import course_editions, edition_regrade, manual_marks, submission_queries
from grader.service.data.tables import AssignmentEdition, Grading, GradingState, Role, Worker
from grader.service.edition_regrade import RegradeProgress
from grader.service.manual_marks import GivenPoints
from grader.service.queue import queue
from grader.service.queue.live_workers import leases_of_database
from grader.service.queue.queue import GradingOutcome
from tests.render import samples
from tests.service.scene import RIGHT, WRONG, Scene
from tests.service.site import Browser, words
from tests.service.test_result_releases import newer, regraded, release

PAGE = "/c/demo/demo/regrade"
NOTHING, FULL = samples.report(), samples.report(samples.RIGHT)


def _start(scene: Scene) -> int:
    with scene.database.writing() as session:
        return edition_regrade.start_regrade(session, scene.edition)


def _state(scene: Scene) -> RegradeProgress:
    with scene.database.reading() as session:
        return edition_regrade.regrade_progress(session, scene.edition)


def _claimed(scene: Scene, outcome: GradingOutcome) -> int:
    """The submission that was next, and has now that outcome."""
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "one", {scene.edition.id})
        assert claim is not None
        queue.finish_claim(session, claim, outcome)
        return claim.submission


def _outcome(report: Report) -> GradingOutcome:
    answer = GradingAnswer.of(report)
    return GradingOutcome(GradingState.DONE, dump_summary_line(answer.result), answer.report)


def test_everybodys_newest_is_graded_once_more_behind_what_is_fresh(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    scene.graded(ada, NOTHING)
    newest = [scene.graded(ada, NOTHING), scene.graded(ben, NOTHING)]
    newer(scene)
    assert _state(scene).missing == 2
    assert _start(scene) == 2
    assert _start(scene) == 0
    fresh = scene.hand_in(scene.person("chiara"))
    assert [_claimed(scene, _outcome(FULL)) for _ in range(3)] == [fresh, *newest]
    found = _state(scene)
    assert (found.missing, found.going_on, len(found.changes), found.same) == (0, 0, 2, 0)


def test_what_is_not_graded_yet_is_not_graded_twice(scene: Scene) -> None:
    waiting, running = scene.hand_in(scene.person("ada")), scene.hand_in(scene.person("ben"))
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "one", {scene.edition.id})
    assert claim is not None
    assert claim.submission == waiting
    newer(scene)
    assert _start(scene) == 0
    with scene.database.reading() as session:
        per_submission = select(func.count()).select_from(Grading).group_by(Grading.submission_id)
        assert session.scalars(per_submission).all() == [1, 1]
    assert scene.grading(running).edition_id == scene.edition.id  # it has moved
    with scene.database.writing() as session:
        queue.finish_claim(session, claim, _outcome(NOTHING))
    assert _start(scene) == 1


def test_what_failed_is_tried_once_more(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), NOTHING)
    edition = newer(scene)
    regraded(scene, submission, edition, FULL, GradingState.FAILED)
    assert _state(scene).states == {GradingState.FAILED: 1}
    assert _start(scene) == 1
    assert _state(scene).going_on == 1


def test_the_difference_says_who_and_what(scene: Scene) -> None:
    ada, ben, chiara = (scene.person(name) for name in ("ada", "ben", "chiara"))
    loses, gains, same = (
        scene.graded(ada, FULL), scene.graded(ben, NOTHING), scene.graded(chiara, FULL)
    )  # fmt: skip
    edition = newer(scene)
    wrong = samples.report(_failed(FULL).tasks[0])
    for submission, report in ((loses, wrong), (gains, FULL), (same, FULL)):
        regraded(scene, submission, edition, report)
    found = _state(scene)
    assert [each.submission.id for each in found.changes] == [loses, gains]
    assert found.same == 1
    assert found.changes[0].difference == -FULL.score
    assert found.by_task == [(FULL.tasks[0].id, 1, 1, 0)]
    with scene.database.reading() as session:
        (test, *_) = edition_regrade.find_changed_tests(session, found.changes[0])
    assert test.before is not None
    assert test.after is not None
    assert (test.before.value, test.after.value) == ("accepted", "wrong_answer")


def _failed(report: Report) -> Report:
    """``report`` with all its tests failed."""
    from grader.model.verdict import Verdict

    wrong = Verdict.WRONG_ANSWER
    return replace(report, tasks=tuple(
        replace(task, score=0.0, verdict=wrong, tests=tuple(
            replace(test, score=0.0, verdict=wrong) for test in task.tests
        ))
        for task in report.tasks
    ))  # fmt: skip


def test_after_its_release_nothing_differs_any_more(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), NOTHING)
    edition = newer(scene)
    regraded(scene, submission, edition, FULL)
    assert len(_state(scene).changes) == 1
    release(scene, edition=edition)
    assert _state(scene).changes == ()


def test_an_instructor_starts_it_and_sees_the_difference(scene: Scene) -> None:
    ada = scene.person("ada")
    submission = scene.graded(ada, FULL)
    newer(scene)
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert "Grade 1 by the newest edition" in words(staff.get(PAGE).text)
    page = words(staff.get("/c/demo/demo/release").text)
    assert "Not graded by the newest edition yet: 1 submission." in page
    assert staff.send_form(PAGE, {}).status_code == 303
    page = staff.get(PAGE).text
    assert "1 waiting" in words(page)
    assert 'http-equiv="refresh"' in page
    page = words(staff.get("/c/demo/demo/release").text)
    assert "Being graded by the newest edition: 1 submission." in page
    assert "Not graded" not in page
    _claimed(scene, _outcome(_failed(FULL)))
    page = staff.get(PAGE).text
    assert 'http-equiv="refresh"' not in page
    title = FULL.tasks[0].tests[0].title
    assert f"{title}: accepted → wrong answer" in words(page)
    assert "Ada" in page
    assert "accepted" in words(Browser(scene, ada).get(f"/s/{submission}").text)
    assert "wrong answer" not in words(Browser(scene, ada).get(f"/s/{submission}").text)


def test_what_waits_for_an_edition_that_is_gone_is_graded_once_by_the_newest(scene: Scene) -> None:
    first = scene.edition
    once, twice = (scene.graded(scene.person(name), NOTHING) for name in ("ada", "ben"))
    fresh = scene.hand_in(scene.person("chiara"))
    second = _changed(scene)
    assert _start(scene) == 2
    assert _waiting(scene) == {(once, second.id), (twice, second.id), (fresh, second.id)}

    # The teacher thinks better of it: what was graded by these files is not graded again.
    assert _changed(scene, 3, 2).id == first.id
    assert _waiting(scene) == {(fresh, first.id)}
    assert _state(scene).going_on == 1

    # A worker was at the second edition's regrade meanwhile, ended, and both wait.
    with scene.database.writing() as session:
        grading = session.scalars(select(Grading).where(Grading.submission_id == twice)).one()
        grading.state = GradingState.QUEUED.value
        session.add(Grading(submission_id=twice, edition_id=second.id, regrade=True, queued_at=1.0))
    third = _changed(scene, 2, 4)
    assert third.id not in {first.id, second.id}
    assert _waiting(scene) == {(fresh, third.id), (twice, third.id)}
    assert not scene.grading(twice).regrade  # it is in nobody's way who waits for a first grading


def _waiting(scene: Scene) -> set[tuple[int, int]]:
    """Submission and edition of all that waits, each once."""
    with scene.database.reading() as session:
        rows = session.execute(
            select(Grading.submission_id, Grading.edition_id).where(
                Grading.state == GradingState.QUEUED
            )
        ).all()
    found = {(submission, edition) for submission, edition in rows}
    assert len(found) == len(rows)
    return found


# With real workers ----------------------------------------------------------------------------


def _changed(scene: Scene, before: int = 2, after: int = 3) -> AssignmentEdition:
    """Have the files be another edition, in which the task has other points."""
    file = scene.folder / "course/hidden_tests/demo/assignment.toml"
    file.write_text(file.read_text().replace(f"points = {before}", f"points = {after}"))
    for test in file.parent.glob("test_*.py"):
        test.write_text(test.read_text().replace(f"points={before}", f"points={after}"))
    with scene.database.writing() as session:
        course_editions.register_course(session, "demo", scene.folder / "course")
    return scene.edition


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_an_interrupted_regrade_goes_on_by_itself(scene: Scene) -> None:
    names = ("ada", "ben", "chiara")
    submissions = [
        scene.hand_in(scene.person(name), content)
        for name, content in zip(names, (RIGHT, WRONG, RIGHT), strict=True)
    ]
    scene.work()
    edition = _changed(scene)
    assert _start(scene) == 3
    seat = leases_of_database(scene.database).take()
    with scene.database.writing() as session:
        session.add(Worker(id=seat.id, pid=os.getpid(), sandbox="none", started_at=0.0))
        claim = queue.claim_next(session, seat.id, {edition.id})
    assert claim is not None
    seat.leave()  # what the kernel or the database does when the process ends
    scene.work()
    found = _state(scene)
    assert found.states == {GradingState.DONE: 3}
    assert found.by_task == [("1", 2, 0, 1)]  # who had nothing could have had more
    assert [each.difference for each in found.changes] == [1.0, 1.0, 0.0]
    with scene.database.reading() as session:
        shown = [
            submission_queries.find_submission(session, each, staff=False) for each in submissions
        ]
    assert [each.result.score for each in shown if each and each.result] == [2.0, 0.0, 2.0]


def test_what_people_decided_stays_and_the_page_says_so(scene: Scene) -> None:
    submission, other = scene.graded(scene.person("ada"), FULL), scene.person("ben")
    ines, task = scene.person("ines", Role.INSTRUCTOR), FULL.tasks[0].id
    changed = [submission, scene.graded(other, FULL)]
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        manual_marks.give_mark(
            session, ines.id, seen, task, GivenPoints(0.75, reason="Half of it.")
        )
    edition = newer(scene)
    for each in changed:
        regraded(scene, each, edition, samples.report(_failed(FULL).tasks[0]))
    with scene.database.reading() as session:
        found = edition_regrade.regrade_progress(session, edition)
        assert edition_regrade.points_given_by_people(session, found.changes) == {
            submission: {task: 0.75}
        }
    page = words(Browser(scene, ines).get(PAGE).text)
    assert page.count("people gave 0.75, which stays") == 1
