"""What people gave another submission of a student is seen beside this one, and carried over."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from sqlalchemy import select

from grader.model.report import Report
from grader.model.submission import Cell
from grader.service import (
    carry_over_marks,
    final_scores,
    submission_queries,
    submission_that_counts,
)
from grader.service.assignment_gradebook import make_gradebook
from grader.service.carry_over_marks import MarksToCarryOver
from grader.service.data.decision_tables import Comment, Mark, Release
from grader.service.data.tables import AuditEntry, Role
from grader.service.final_scores import SubmissionScores
from grader.service.gradebook_export import dump_gradebook
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_deadlines import set_terms

WRITTEN, RIGHT = samples.WRITTEN, samples.RIGHT


def _report(source: str = "a = 1\nb = 2\n", *, essay: bool = True) -> Report:
    tasks = [WRITTEN, RIGHT] if essay else [RIGHT]
    return samples.report(*tasks, cells=(Cell(source, "ada.py", notebook=False),))


@pytest.fixture
def two(scene: Scene) -> tuple[int, int]:
    """A submission with a mark, an override and comments, and a newer one without."""
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    first = scene.graded(ada, _report())
    by = {"submission_id": first, "by_id": ines.id, "at": 1.0}
    with scene.database.writing() as session:
        session.add_all([
            Mark(task=WRITTEN.id, points=1.5, **by),
            Mark(task=RIGHT.id, points=0.25, reason="Too slow.", **by),
            Comment(text="Why two?", cell=0, line=2, **by),
            Comment(text="Well written.", task=WRITTEN.id, **by),
        ])  # fmt: skip
    return first, scene.graded(ada, _report("# moved\na = 1\nb = 2\n"))


def _earlier(scene: Scene, submission: int) -> MarksToCarryOver:
    with scene.database.reading() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        return carry_over_marks.find_marks_to_carry_over(session, seen)


def _scores(scene: Scene, submission: int) -> SubmissionScores:
    with scene.database.reading() as session:
        seen = submission_queries.find_submission(session, submission)
        assert seen is not None
        return final_scores.scores_of_submission(session, seen)


def _carry(browser: Browser, submission: int, **values: str) -> Any:
    return browser.post(f"/s/{submission}/carry", data={"csrf": browser.csrf, **values})


def _left_behind(scene: Scene) -> set[int]:
    with scene.database.reading() as session:
        counting = submission_that_counts.decisions_by_submission(session, scene.course.id, "demo")
        rows = submission_queries.results_by_ids(session, counting)
        return carry_over_marks.find_submissions_lacking_marks(
            session, scene.course.id, "demo", rows
        )


def test_staff_see_them_beside_the_new_one(scene: Scene, two: tuple[int, int]) -> None:
    first, second = two
    found = _earlier(scene, second)
    assert [(each.counted.task.id, each.counted.points) for each in found.marks] == [
        (WRITTEN.id, 1.5), (RIGHT.id, 0.25),
    ]  # fmt: skip
    assert {each.submission.id for each in found.marks} == {first}
    assert [each.text for each in found.comments] == ["Well written.", "Why two?"]
    browser = Browser(scene, scene.person("otto", Role.ASSISTANT))
    page = words(browser.get(f"/s/{second}/marking").text)
    assert "From other submissions of the same student" in page
    for said in ("1.5 of 2", "Too slow.", "Why two?", "Carry all of it over c"):
        assert said in page
    answer = words(browser.get(f"/s/{second}/answer/{WRITTEN.id}").text)
    assert f"Carry task {WRITTEN.id} over c" in answer
    assert "Marks of another submission" in words(browser.get("/c/demo/demo/marking").text)
    assert _earlier(scene, first) == MarksToCarryOver(), "It lacks nothing."


def test_nobody_loses_a_mark_without_a_warning(scene: Scene, two: tuple[int, int]) -> None:
    assert _left_behind(scene) == {two[1]}
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    said = "People gave points to 1 student for a submission that does not count."
    assert said in words(leader.get("/c/demo/demo/gradebook").text)
    with scene.database.reading() as session:
        text = dump_gradebook(make_gradebook(session, scene.edition), "csv")
    (line,) = csv.DictReader(io.StringIO(text))
    assert line["marks of another one"] == "yes"
    set_terms(scene, due_at=0.0, counts="best")
    assert _left_behind(scene) == {two[1]}, "It may become the best."


def test_one_press_carries_all_over(scene: Scene, two: tuple[int, int]) -> None:
    first, second = two
    browser = Browser(scene, scene.person("otto", Role.ASSISTANT))
    for _ in range(2):  # an impatient click
        assert _carry(browser, second).headers["location"] == f"/s/{second}/marking"
    assert [each.points for each in _scores(scene, second).tasks] == [1.5, 0.25]
    assert [each.points for each in _scores(scene, first).tasks] == [1.5, 0.25]
    with scene.database.reading() as session:
        marks = session.scalars(select(Mark).where(Mark.submission_id == second)).all()
        comments = session.scalars(select(Comment).where(Comment.submission_id == second)).all()
        audit = session.scalars(
            select(AuditEntry).where(AuditEntry.deed.startswith("carried"))
        ).all()
        ines, otto = scene.person("ines", Role.ASSISTANT), scene.person("otto", Role.ASSISTANT)
    assert [(each.task, each.by_id, each.reason) for each in marks] == [
        (WRITTEN.id, ines.id, f"Carried over from submission {first}."),
        (RIGHT.id, ines.id, f"Too slow. Carried over from submission {first}."),
    ]
    places = {each.text: (each.cell, each.line, each.by_id) for each in comments}
    assert places == {"Why two?": (0, 3, ines.id), "Well written.": (-1, 0, ines.id)}, (
        "The line that a comment is about has moved."
    )
    assert {each.person_id for each in audit} == {otto.id}
    assert [each.about for each in audit] == [
        f"from submission {first} to {second}, task {WRITTEN.id}",
        f"from submission {first} to {second}, task {RIGHT.id}",
        f"from submission {first} to {second}",
    ]
    assert _left_behind(scene) == set()
    assert "From other submissions" not in browser.get(f"/s/{second}/marking").text


def test_one_task_is_carried_over_alone_and_one_left_behind(
    scene: Scene, two: tuple[int, int]
) -> None:
    _, second = two
    browser = Browser(scene, scene.person("otto", Role.ASSISTANT))
    assert _carry(browser, second, task=WRITTEN.id).headers["location"].endswith(
        f"/answer/{WRITTEN.id}"
    )  # fmt: skip
    assert [each.points for each in _scores(scene, second).tasks] == [1.5, RIGHT.score]
    assert _left_behind(scene) == {second}
    _carry(browser, second, task=RIGHT.id, leave="yes")
    assert [each.points for each in _scores(scene, second).tasks] == [1.5, RIGHT.score]
    assert _left_behind(scene) == set()


def test_a_comment_whose_line_is_gone_says_where_it_stood(scene: Scene) -> None:
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    first = scene.graded(ada, _report())
    with scene.database.writing() as session:
        session.add(
            Comment(submission_id=first, text="Why?", cell=0, line=2, by_id=ines.id, at=1.0)
        )
    second = scene.graded(ada, _report("c = 3\n"))
    browser = Browser(scene, ines)
    for _ in range(2):
        _carry(browser, second)
    with scene.database.reading() as session:
        found = session.scalars(select(Comment).where(Comment.submission_id == second)).all()
    assert [(each.text, each.line) for each in found] == [
        (f"About line 2 of submission {first}: Why?", 0)
    ]


def test_marks_of_a_task_that_is_gone_stay_where_they_are(scene: Scene) -> None:
    ada, ines = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    first = scene.graded(ada, _report())
    with scene.database.writing() as session:
        session.add(Mark(submission_id=first, task=WRITTEN.id, points=1.0, by_id=ines.id, at=1.0))
    second = scene.graded(ada, _report(essay=False))
    assert _earlier(scene, second).marks == ()
    assert _left_behind(scene) == set()


def test_who_marks_sees_no_marks_of_others_before_their_own(
    scene: Scene, two: tuple[int, int]
) -> None:
    set_terms(scene, due_at=0.0, markers=2)
    page = words(
        Browser(scene, scene.person("otto", Role.ASSISTANT))
        .get(f"/s/{two[1]}/answer/{WRITTEN.id}").text
    )  # fmt: skip
    assert "1 mark, shown once you have marked" in page
    assert "1.5 of 2" not in page
    own = words(
        Browser(scene, scene.person("ines", Role.ASSISTANT))
        .get(f"/s/{two[1]}/answer/{WRITTEN.id}").text
    )  # fmt: skip
    assert "Carry task 1.1 over" in own


def test_students_see_nothing_of_it_before_a_release(scene: Scene, two: tuple[int, int]) -> None:
    first, second = two
    ada = Browser(scene, scene.person("ada"))
    _carry(Browser(scene, scene.person("otto", Role.ASSISTANT)), second)
    for page in (f"/s/{second}", f"/s/{second}/history", "/c/demo"):
        assert "Too slow" not in ada.get(page).text
        assert "0.25" not in ada.get(page).text
    assert _carry(ada, second).status_code == 404
    ines = scene.person("ines", Role.ASSISTANT)
    with scene.database.writing() as session:
        session.add(Release(course_id=scene.course.id, assignment="demo", by_id=ines.id, at=1.0,
                            edition_id=scene.edition.id))  # fmt: skip
    said = f"Too slow. Carried over from submission {first}."
    assert said in words(ada.get(f"/s/{second}").text)
