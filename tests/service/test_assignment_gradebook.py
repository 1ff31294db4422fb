"""Gradebooks: who has which points, and files in the shapes of platforms."""

from __future__ import annotations

import codecs
import csv
import io
import time
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from grader.intake.csv_reader import read_table
from grader.service.assignment_gradebook import Gradebook, make_gradebook
from grader.service.data.decision_tables import Mark
from grader.service.data.tables import AuditEntry, Grading, GradingState, Person, Role, Submission
from grader.service.gradebook_export import SHAPES, dump_gradebook
from grader.service.late_penalty import DAY
from grader.service.people import find_person
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, token, words
from tests.service.test_deadlines import extend, set_terms
from tests.service.test_result_releases import newer, regraded, release

FULL = samples.report(samples.RIGHT)
WITH_ESSAY = samples.report(samples.RIGHT, samples.WRITTEN)


def _book(scene: Scene) -> Gradebook:
    with scene.database.reading() as session:
        return make_gradebook(session, scene.edition)


def _table(scene: Scene, shape: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(dump_gradebook(_book(scene), shape))))


def _late(scene: Scene, days: int, **terms: Any) -> None:
    """Have the newest submission be that late."""
    with scene.database.reading() as session:
        at = session.scalars(select(Submission.created_at).order_by(Submission.id.desc())).first()
    assert at is not None
    set_terms(scene, due_at=at - days * DAY + 60, last_day=9, **terms)


def _mark(scene: Scene, submission: int, task: str, points: float) -> None:
    by = scene.person("marks", Role.ASSISTANT)
    with scene.database.writing() as session:
        session.add(Mark(submission_id=submission, task=task, points=points, by_id=by.id, at=1.0))


def test_every_student_has_a_row_and_nobody_else(scene: Scene) -> None:
    scene.graded(scene.person("ada"), FULL)
    scene.person("ben")
    scene.graded(scene.person("ines", Role.ASSISTANT), FULL)
    scene.person("outsider", None)
    rows = _book(scene).rows
    assert [row.person.login for row in rows] == ["ada", "ben"]
    assert [row.total for row in rows] == [FULL.score, 0.0]
    assert [row.decided for row in rows] == [True, True]


def test_late_work_loses_what_the_terms_say(scene: Scene) -> None:
    scene.graded(scene.person("ada"), FULL)
    _late(scene, 3, late_days=1, per_day=0.1)
    (row,) = _book(scene).rows
    assert (row.cost.days, row.cost.free, row.cost.lost) == (3, 1, 0.2)
    assert row.points == FULL.score
    assert row.total == round(0.8 * FULL.score, 6)
    (line,) = _table(scene, "gradescope")
    assert line["Lateness (H:M:S)"] == "71:59:00"
    assert float(line["Total Score"]) == row.total


def test_marks_count_and_totals_stay_empty_until_all_are_given(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), WITH_ESSAY)
    essay = samples.WRITTEN.id
    assert _book(scene).undecided == 1
    for shape, column in (("canvas", "Demonstration"), ("moodle", "Demonstration"),
                          ("gradescope", "Total Score")):  # fmt: skip
        assert _table(scene, shape)[-1][column] == ""
    assert float(_table(scene, "csv")[0]["total"]) == FULL.score
    _mark(scene, submission, essay, 0.5)
    assert _book(scene).undecided == 0
    assert float(_table(scene, "canvas")[-1]["Demonstration"]) == FULL.score + 0.5
    assert _table(scene, "csv")[0][f"task {essay}"] == "0.5"


def test_a_regrade_counts_once_it_is_released(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), FULL)
    edition = newer(scene)
    regraded(scene, submission, edition, samples.report())
    assert _book(scene).rows[0].total == FULL.score
    release(scene, edition=edition)
    assert _book(scene).rows[0].total == 0.0


def test_what_cannot_be_read_has_no_points_and_what_waits_is_empty(scene: Scene) -> None:
    first, _ = scene.hand_in(scene.person("ada")), scene.hand_in(scene.person("ben"))
    scene.person("chiara")
    with scene.database.writing() as session:
        grading = session.get_one(Grading, scene.grading(first).id)
        grading.state, grading.reason = GradingState.REFUSED.value, "It is empty."
    totals = {line["username"]: (line["Demonstration"], line["Demonstration (feedback)"])
              for line in _table(scene, "moodle")}  # fmt: skip
    assert totals == {
        "ada": ("0", "no submission counts: It is empty."),
        "ben": ("", "not graded yet"),
        "chiara": ("0", "nothing was handed in"),
    }
    status = [line["Status"] for line in _table(scene, "gradescope")]
    assert status == ["Graded", "Ungraded", "Missing"]


@pytest.mark.slow
def test_where_the_grader_failed_peoples_marks_count(scene: Scene) -> None:
    ada = scene.person("ada")
    submission = scene.graded(ada, WITH_ESSAY)
    with scene.database.writing() as session:
        session.get_one(Grading, scene.grading(submission).id).state = GradingState.FAILED.value
    _mark(scene, submission, samples.WRITTEN.id, 1.5)
    leader = scene.person("ines", Role.INSTRUCTOR)
    page = "/c/demo/demo/gradebook"
    status = f"/api/v1/submissions/{submission}"
    own = token(scene, ada, "read")

    (row,) = _book(scene).rows
    assert (row.decided, row.total, row.scores.undecided) == (False, 1.5, FULL.max_score)
    assert "1.5 + ?" in words(Browser(scene, leader).get(page).text)
    assert Browser(scene).get(status, headers=own).json()["score"] is None

    _mark(scene, submission, samples.RIGHT.id, 0.5)
    (row,) = _book(scene).rows
    assert (row.decided, row.total) == (True, 2.0)
    assert _table(scene, "canvas")[-1]["Demonstration"] == "2"
    assert _table(scene, "moodle")[-1]["Demonstration (feedback)"] == ""
    release(scene)
    told = Browser(scene).get(status, headers=own).json()
    assert (told["score"], told["max_score"], told["undecided"]) == (2.0, 3.0, 0)
    assert {each["points"]: each["verdict"] for each in told["tasks"]} == {1.5: None, 0.5: None}


def test_where_the_grader_failed_and_nobody_marked_nothing_is_said(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), FULL)
    with scene.database.writing() as session:
        session.get_one(Grading, scene.grading(submission).id).state = GradingState.FAILED.value
    (row,) = _book(scene).rows
    assert (row.decided, row.scored) == (False, False)
    assert _table(scene, "moodle")[-1]["Demonstration (feedback)"] == "not graded yet"


def test_the_points_to_be_had_are_those_of_the_newest_edition_that_students_see(
    scene: Scene,
) -> None:
    submission = scene.graded(scene.person("ada"), WITH_ESSAY)
    scene.graded(scene.person("ben"), WITH_ESSAY)
    edition = newer(scene)
    moved = samples.report(replace(samples.RIGHT, id="3.1"))  # the essay is gone
    regraded(scene, submission, edition, moved)
    assert _book(scene).maximum == WITH_ESSAY.max_score + samples.WRITTEN.max_score
    release(scene, edition=edition)
    book = _book(scene)
    assert book.maximum == moved.max_score
    assert [task for task, _, _ in book.tasks] == ["3.1", samples.RIGHT.id, samples.WRITTEN.id]


def test_canvas_has_a_row_with_the_points_to_be_had(scene: Scene) -> None:
    scene.graded(scene.person("ada"), FULL)
    most, ada = _table(scene, "canvas")
    assert most["Student"].strip() == "Points Possible"
    assert float(most["Demonstration"]) == FULL.max_score
    assert (ada["Student"], ada["SIS Login ID"]) == ("Ada", "ada")


def test_no_name_is_a_formula(scene: Scene) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).name = '=HYPERLINK("http://evil.test")'
    scene.graded(ada, FULL)
    for shape in SHAPES:
        cells = [
            each
            for row in csv.reader(io.StringIO(dump_gradebook(_book(scene), shape)))
            for each in row
        ]
        assert '\'=HYPERLINK("http://evil.test")' in cells


def test_excel_keeps_letters_and_zeros_at_the_beginning(scene: Scene) -> None:
    """It reads UTF-8 with a mark alone, and takes what looks like a number or a date for one."""
    logins = ["00123", "1-2", "1e5", "zoë"]
    for login in logins:
        scene.graded(scene.person(login), FULL)
    with scene.database.writing() as session:
        person = find_person(session, "zoë")
        assert person is not None
        person.name = '="1"&CMD()'
    text = dump_gradebook(_book(scene), "excel")
    assert text.encode().startswith(codecs.BOM_UTF8)
    found = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    said = {row["login"] for row in found}
    assert said == {'="00123"', '="1-2"', '="1e5"', "zoë"}
    assert {float(row["total"]) for row in found} == {FULL.score}
    assert "'=" in next(row["name"] for row in found if row["login"] == "zoë")
    assert {row.cells[0] for row in read_table(text.encode(), ["login"]).rows[1:]} == set(logins)


@pytest.mark.slow
def test_pages_and_programs_give_the_same_file(scene: Scene) -> None:
    scene.graded(scene.person("ada"), FULL)
    leader = scene.person("ines", Role.INSTRUCTOR)
    browser = Browser(scene, leader)
    assert "All as CSV" in browser.get("/c/demo/demo/gradebook").text
    file = browser.get("/c/demo/demo/gradebook/canvas")
    assert file.headers["content-disposition"] == 'attachment; filename="gradebook-canvas.csv"'
    answer = browser.get(
        "/api/v1/courses/demo/assignments/demo/gradebook",
        params={"shape": "canvas"}, headers=token(scene, leader, "read"),
    )  # fmt: skip
    assert answer.text == file.text == dump_gradebook(_book(scene), "canvas")
    assert browser.get("/c/demo/demo/gradebook/numbers").status_code == 404
    with scene.database.reading() as session:
        about = session.scalars(
            select(AuditEntry.about).where(AuditEntry.deed == "gradebook")
        ).all()
    assert about == ["demo: downloaded as canvas"] * 2


def test_the_page_shows_lateness_and_what_waits(scene: Scene) -> None:
    scene.graded(scene.person("ada"), WITH_ESSAY)
    _late(scene, 2, per_day=0.25)
    page = words(Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get(
        "/c/demo/demo/gradebook"
    ).text)  # fmt: skip
    assert "2 d, −50 %" in page
    assert "The points of 1 of 1 students are not decided yet" in page


def test_who_may_still_hand_in_has_no_points_yet(scene: Scene) -> None:
    """A platform would say 0 to somebody who has more time than others."""
    scene.person("ada")
    ben = scene.person("ben")
    set_terms(scene, due_at=time.time() - DAY)
    extend(scene, ben, time.time() + DAY)
    assert [(row.decided, row.total) for row in _book(scene).rows] == [(True, 0.0), (False, 0.0)]
    assert [row["Demonstration"] for row in _table(scene, "canvas")][1:] == ["0", ""]
    notes = [row["Demonstration (feedback)"] for row in _table(scene, "moodle")]
    assert notes == ["nothing was handed in", "nothing was handed in yet"]
    page = words(Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get(
        "/c/demo/demo/gradebook").text)  # fmt: skip
    assert "Ben nothing handed in yet" in page
    assert "The points of 1 of 2 students are not decided yet." in page
