"""Students and tasks with filters, the distribution of scores, and frequent mistakes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sqlalchemy import update

from grader.model.report import TaskResult
from grader.model.verdict import Verdict
from grader.service.data.decision_tables import Mark
from grader.service.data.tables import AssignmentEdition, Grading, GradingState, Role
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, words

FULL = samples.report(samples.RIGHT)
NOTHING = samples.report(replace(samples.RIGHT, score=0.0))
OVERVIEW, MATRIX = "/c/demo/demo/overview", "/c/demo/matrix"


@pytest.fixture
def staff(scene: Scene) -> Browser:
    scene.graded(scene.person("ada"), FULL)
    scene.graded(scene.person("ben"), NOTHING)
    scene.graded(scene.person("chiara"), NOTHING)
    scene.hand_in(scene.person("dmitri"))
    return Browser(scene, scene.person("ines", Role.INSTRUCTOR))


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, "Ada Ben Chiara Dmitri"),
        ({"name": "BE"}, "Ben"),
        ({"below": "50"}, "Ben Chiara"),
        ({"below": "50", "name": "chi"}, "Chiara"),
        ({"below": "x"}, "Ada Ben Chiara Dmitri"),
        ({"name": "nobody"}, ""),
        ({"assignment": "demo", "name": "ada"}, "Ada"),
        ({"assignment": "other"}, ""),
    ],
)
def test_the_matrix_shows_those_who_are_asked_for(
    staff: Browser, asked: dict[str, str], names: str
) -> None:
    page = staff.get(MATRIX, params=asked).text
    assert re.findall(r'<th scope="row"><a href="/s/\d+">(\w+)', page) == names.split()


def test_scores_are_distributed_over_what_is_graded(staff: Browser) -> None:
    page = words(staff.get(OVERVIEW).text)
    assert "3 of 4 graded" in page
    assert "median 0 %" in page
    assert "0–10 % 2" in page
    assert "90–100 % 1" in page


def test_students_whose_points_a_person_has_to_decide_are_mentioned(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    scene.graded(scene.person("ben"), NOTHING)
    assert "has to decide" not in staff.get(OVERVIEW).text
    asked = samples.a_test(samples.case(verdict=Verdict.UNDECIDED), points=1.5, score=0.0)
    scene.graded(scene.person("ada"), samples.report(samples.task(asked)))
    said = words(staff.get(OVERVIEW).text)
    assert "has to decide points of 1 student: marking lists them" in said


def test_marks_count_in_the_distribution(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), NOTHING)
    ines = scene.person("ines", Role.INSTRUCTOR)
    task = NOTHING.tasks[0]
    with scene.database.writing() as session:
        session.add(Mark(
            submission_id=submission, task=task.id, points=task.max_score, reason="right",
            by_id=ines.id, at=1.0,
        ))  # fmt: skip
    browser = Browser(scene, ines)
    assert "90–100 % 1" in words(browser.get(OVERVIEW).text)
    assert "changed by a person" in browser.get(MATRIX).text


def test_frequent_mistakes_come_first_and_name_who_made_them(scene: Scene) -> None:
    (known, *_) = (each for task in samples.EVERYTHING.tasks for each in task.diagnoses)

    def made(*sentences: str) -> TaskResult:
        found = tuple(replace(known, sentence=each) for each in sentences)
        return replace(samples.RIGHT, diagnoses=found)

    scene.graded(scene.person("ada"), samples.report(made("Off by one.")))
    scene.graded(scene.person("ben"), samples.report(made("Off by one.", "<b>Swapped.")))
    page = Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get(OVERVIEW).text
    said = words(page)
    assert said.index("2 · 2.1 Off by one. Ada Ben") < said.index("1 · 2.1 <b>Swapped. Ben")
    assert "&lt;b&gt;Swapped" in page


@pytest.mark.slow
def test_without_anything_graded_there_is_nothing_to_show(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert "Nothing has been graded yet." in staff.get(OVERVIEW).text
    assert "Nobody has handed in yet." in staff.get(MATRIX).text


def test_points_that_all_wait_for_people_are_no_distribution(scene: Scene) -> None:
    scene.graded(scene.person("ada"), samples.report(samples.WRITTEN))
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert "1 of 1 graded" in words(staff.get(OVERVIEW).text)


def test_where_the_grader_failed_peoples_points_are_shown(scene: Scene) -> None:
    ines = scene.person("ines", Role.INSTRUCTOR)
    for name in ("ada", "ben"):
        scene.graded(scene.person(name), FULL)
    with scene.database.writing() as session:
        session.execute(update(Grading).values(state=GradingState.FAILED.value))
        session.add(Mark(
            submission_id=1, task=samples.RIGHT.id, points=0.5, reason="as seen", by_id=ines.id,
            at=1.0,
        ))  # fmt: skip
    browser = Browser(scene, ines)
    matrix = words(browser.get(MATRIX).text)
    assert "Ada 0.5 0.5 by people Ben the grader failed" in matrix
    overview = words(browser.get(OVERVIEW).text)
    assert "1 of 2 graded" in overview
    # What the grader says of it counts for nothing.
    assert "✓" not in overview


def test_of_many_assignments_the_table_of_the_last_is_shown_at_first(scene: Scene) -> None:
    """A semester's tables take a minute to read on a busy machine."""
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    with scene.database.writing() as session:
        for number in range(6):
            session.add(
                AssignmentEdition(
                    course_id=scene.course.id, assignment=f"x{number}", digest="0",
                    title=f"Title {number}", created_at=1.0,
                )
            )  # fmt: skip

    def tables(query: str) -> int:
        return staff.get(f"/c/demo/matrix{query}").text.count("<section")

    assert tables("") == 1
    assert "Title 5</h2>" in staff.get("/c/demo/matrix").text
    assert tables("?assignment=") == 7
    assert tables("?assignment=x1") == 1
