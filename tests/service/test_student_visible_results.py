"""What students are told: deadlines, scores, and what people said once it is released."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import pytest

from grader.model.submission import Cell
from grader.service import (
    comments,
    manual_marks,
    student_visible_results,
    submission_queries,
)
from grader.service.data.decision_tables import RubricItem
from grader.service.data.tables import Person, Role
from grader.service.late_penalty import DAY
from grader.service.manual_marks import GivenPoints
from grader.service.student_visible_results import CommentWithLine, StudentFeedback
from tests.render.samples import RIGHT, WRITTEN, report
from tests.service.scene import Scene
from tests.service.site import Browser, token, words
from tests.service.test_deadlines import extend, set_terms
from tests.service.test_result_releases import release

ESSAY, GRADED = "1.1", "2.1"
CODE = "def double(n):\n    return 2 * n\n"


@dataclass
class Marked:
    """A submission that people have marked and commented on."""

    scene: Scene
    ada: Person
    submission: int

    def told(self) -> StudentFeedback:
        with self.scene.database.reading() as session:
            seen = submission_queries.find_submission(session, self.submission, staff=False)
            assert seen is not None
            return student_visible_results.feedback_of_submission(session, seen, self.ada.id)

    def page(self) -> str:
        return Browser(self.scene, self.ada).get(f"/s/{self.submission}").text


@pytest.fixture
def marked(scene: Scene) -> Marked:
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT).id
    graded = replace(report(WRITTEN, RIGHT), cells=(Cell(CODE, "mine.py", notebook=False),))
    submission = scene.graded(ada, graded)
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        place = {"course_id": scene.course.id, "assignment": "demo", "task": ESSAY}
        item = RubricItem(**place, position=1, text="says <b>why</b>", points=0.5)
        session.add(item)
        session.flush()
        manual_marks.give_mark(session, ines, seen, ESSAY, GivenPoints(items=(item.id,)))
        manual_marks.give_mark(
            session, ines, seen, GRADED, GivenPoints(0.25, reason="it looks at globals")
        )
        about = seen.submission
        comments.write_comment(session, ines, about, "a good name", cell=0, line=2)
        comments.write_comment(session, ines, about, "what <i>else</i>?", task=ESSAY)
    return Marked(scene, ada, submission)


def test_before_a_release_the_grader_alone_is_told(marked: Marked) -> None:
    found = marked.told()
    assert found.scores.task(ESSAY).points is None  # type: ignore[union-attr]
    assert found.scores.task(GRADED).points == 1.0  # type: ignore[union-attr]
    assert found.remarks == ()
    assert not any(each.said for each in found.tasks)
    page = marked.page()
    for hidden in ("globals", "why", "good name", "else"):
        assert hidden not in page


def test_a_release_of_a_task_tells_of_it_alone(marked: Marked) -> None:
    release(marked.scene, GRADED, message="Moves are marked <b>.")
    found = marked.told()
    assert found.scores.task(GRADED).points == 0.25  # type: ignore[union-attr]
    assert found.scores.task(ESSAY).points is None  # type: ignore[union-attr]
    assert [each.message for each in found.messages] == ["Moves are marked <b>."]
    page = marked.page()
    assert "it looks at globals" in page
    assert "(the grader: 1)" in page
    assert "Moves are marked &lt;b&gt;." in page
    assert "good name" not in page
    assert "Moves are marked" in Browser(marked.scene, marked.ada).get("/c/demo").text


def test_a_release_of_all_tells_marks_items_and_comments(marked: Marked) -> None:
    release(marked.scene)
    found = marked.told()
    assert found.remarks == (CommentWithLine("a good name", "mine.py, line 2", "    return 2 * n"),)
    essay = next(each for each in found.tasks if each.counted.task.id == ESSAY)
    assert [item.points for item in essay.items] == [0.5]
    assert essay.remarks == (CommentWithLine("what <i>else</i>?"),)
    page = marked.page()
    assert "says &lt;b&gt;why&lt;/b&gt; (+0.5)" in page
    assert "what &lt;i&gt;else&lt;/i&gt;?" in page
    assert "mine.py, line 2" in page
    assert "0.75 of" in Browser(marked.scene, marked.ada).get("/c/demo").text


def test_the_report_shows_what_people_decided_at_each_task_once_released(marked: Marked) -> None:
    student, staff = (
        Browser(marked.scene, marked.ada),
        Browser(marked.scene, marked.scene.person("ines", Role.ASSISTANT)),
    )
    address = f"/s/{marked.submission}/report"
    assert "From the staff" in words(staff.get(address).text)
    assert "staff" not in words(student.get(address).text).lower()
    release(marked.scene, GRADED)
    page = words(student.get(address).text)
    assert "From the staff: " in page
    assert page.count("From the staff") == 1
    release(marked.scene)
    page = words(student.get(address).text)
    assert "After what people decided: " in page
    assert "0.25 of 1 point by the staff; the grader: 1 of 1 point" in page
    assert "The staff: " in page.partition("The code")[2]
    assert marked.scene.person("ines", Role.ASSISTANT).name not in page


def test_a_release_that_is_taken_back_hides_it_again(marked: Marked) -> None:
    release(marked.scene)
    release(marked.scene, shown=False)
    assert "globals" not in marked.page()


@pytest.mark.slow
def test_a_program_of_the_student_learns_no_more_than_they(marked: Marked) -> None:
    def asked(person: Person) -> tuple[float, dict[str, float | None]]:
        where = f"/api/v1/submissions/{marked.submission}"
        status = Browser(marked.scene).get(where, headers=token(marked.scene, person)).json()
        return status["score"], {task["id"]: task["points"] for task in status["tasks"]}

    before, after = (1.0, {ESSAY: None, GRADED: 1.0}), (0.75, {ESSAY: 0.5, GRADED: 0.25})
    assert asked(marked.ada) == before
    assert asked(marked.scene.person("omar", Role.ASSISTANT)) == after
    release(marked.scene)
    assert asked(marked.ada) == after


@pytest.mark.slow
def test_a_comment_on_a_line_that_is_not_there_has_no_code(marked: Marked) -> None:
    by = marked.scene.person("ines", Role.ASSISTANT).id
    with marked.scene.database.writing() as session:
        seen = submission_queries.find_submission(session, marked.submission)
        assert seen is not None
        comments.write_comment(session, by, seen.submission, "there", cell=0, line=999)
        comments.write_comment(session, by, seen.submission, "nowhere", cell=7, line=3)
    release(marked.scene)
    places = {each.text: (each.place, each.code) for each in marked.told().remarks}
    assert places["there"] == ("mine.py, line 999", "")
    assert places["nowhere"] == ("line 3", "")


def test_the_course_page_says_until_when_and_what_late_work_costs(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    set_terms(scene, due_at=time.time() - 1.5 * DAY, late_days=3, per_day=0.1, last_day=5)
    extend(scene, ben, time.time() + DAY)
    late = words(Browser(scene, ada).get("/c/demo").text)
    assert "you have 3 late days left" in late
    assert "each further day costs 10 % of the points" in late
    assert "If you hand in now: This is 2 days late. That uses 2 of 3 late days left." in late
    extended = words(Browser(scene, ben).get("/c/demo").text)
    assert "which is your own deadline" in extended
    assert "If you hand in now" not in extended


def test_after_the_last_day_there_is_no_form_for_students(scene: Scene) -> None:
    set_terms(scene, due_at=1000.0)
    student = Browser(scene, scene.person("ada")).get("/c/demo").text
    assert "This assignment is closed" in student
    assert 'type="file"' not in student
    staff = Browser(scene, scene.person("ines", Role.ASSISTANT)).get("/c/demo").text
    assert 'type="file"' in staff


def test_a_late_submission_says_so(scene: Scene) -> None:
    ada = scene.person("ada")
    set_terms(scene, due_at=time.time() - 100, last_day=2)
    submission = scene.hand_in(ada)
    assert "This is 1 day late." in Browser(scene, ada).get(f"/s/{submission}").text


def test_a_submission_that_was_taken_is_not_told_that_the_assignment_is_closed(
    scene: Scene,
) -> None:
    ada = scene.person("ada")
    set_terms(scene, due_at=time.time() - 100)
    extend(scene, ada, time.time() + DAY)
    submission = scene.hand_in(ada)
    extend(scene, ada, 0.0)  # taken back
    page = words(Browser(scene, ada).get(f"/s/{submission}").text)
    assert "closed" not in page
    assert "This is 1 day late." in page
