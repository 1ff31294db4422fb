"""Pages show the points that count, and no verdicts of a grading that failed."""

from __future__ import annotations

from grader.service import manual_marks, submission_queries
from grader.service.data.tables import Grading, GradingState, Role
from grader.service.manual_marks import GivenPoints
from tests.render.samples import WRITTEN, a_test, case, report, task
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_result_releases import release

WRONG = task(a_test(case(message="It is 3.")))
ESSAY, GRADED = WRITTEN.id, WRONG.id


def _give(scene: Scene, submission: int, task: str, points: float) -> None:
    by = scene.person("omar", Role.ASSISTANT).id
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        manual_marks.give_mark(session, by, seen, task, GivenPoints(points, reason="It is."))


def test_staff_see_the_points_that_count(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), report(WRITTEN, WRONG))
    staff = Browser(scene, scene.person("ines", Role.ASSISTANT))
    page, every = f"/s/{submission}", "/c/demo/demo/submissions"
    assert "0 of 1 point, 2 to be graded by hand" in words(staff.get(every).text)
    _give(scene, submission, GRADED, 0.75)
    assert "0.75 of 1 point, 2 to be graded by hand" in words(staff.get(every).text)
    _give(scene, submission, ESSAY, 1.5)
    assert "2.25 of 3 points" in words(staff.get(every).text)
    shown = words(staff.get(page).text)
    assert "2.25 of 3 points" in shown
    assert "0.75 of 1 point (the grader: 0)" in shown
    assert "1.5 of 2 points" in shown


def test_of_a_grading_that_failed_no_verdict_is_shown(scene: Scene) -> None:
    ada = scene.person("ada")
    submission = scene.graded(ada, report(WRITTEN, WRONG))
    with scene.database.writing() as session:
        session.get_one(Grading, scene.grading(submission).id).state = GradingState.FAILED.value
    student = Browser(scene, ada)
    staff = Browser(scene, scene.person("ines", Role.ASSISTANT))
    page, every = f"/s/{submission}", "/c/demo/demo/submissions"
    assert "of 1 point" not in words(staff.get(every).text)
    _give(scene, submission, GRADED, 1.0)
    release(scene)
    for shown in (words(student.get(page).text), words(staff.get(page).text)):
        assert "1 of 1 point" in shown
        assert "wrong answer" not in shown
    assert "1 of 1 point" in words(staff.get(every).text).partition("Handed in")[2]
