"""Courses that are made, copied and archived on pages."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select

from grader.assignment.course_assignments import BUILT_IN
from grader.service import ServiceProblem, course_editions, people
from grader.service.archived_courses import ARCHIVED
from grader.service.assignment_team_rules import team_rules_of
from grader.service.assignment_terms import current_terms
from grader.service.course_copy import take_over_rubrics
from grader.service.course_creation import (
    choose_course_folder,
    choose_startup_course,
    list_course_folders,
    refresh_courses,
)
from grader.service.data.database import Database, sqlite_url_in_folder
from grader.service.data.decision_tables import Phrase, RubricItem
from grader.service.data.group_tables import SectionDeadline
from grader.service.data.ladder_tables import Ladder
from grader.service.data.mail_tables import MailAddress, QueuedNotice
from grader.service.data.tables import (
    AssignmentEdition,
    AuditEntry,
    Course,
    Membership,
    Role,
    Submission,
)
from grader.service.deadlines import current_section_deadlines
from grader.service.late_penalty import DAY
from grader.service.mail.reminders import enqueue_reminders
from tests.made_up import made_up
from tests.render.samples import EVERYTHING
from tests.service.cast import rows
from tests.service.scene import Scene
from tests.service.site import Browser, token, words
from tests.service.test_deadlines import set_terms
from tests.service.test_teams import rules

PHRASE = "Say why."
KIT = "https://pages.example.edu/ps1/"


def _count(scene: Scene, kind: type, course: int) -> int:
    with scene.database.reading() as session:
        which = kind.course_id == course  # type: ignore[attr-defined]
        return session.scalars(select(func.count()).select_from(kind).where(which)).one()


def _course(scene: Scene, slug: str) -> Course:
    with scene.database.reading() as session:
        return session.scalars(select(Course).where(Course.slug == slug)).one()


# Folders ------------------------------------------------------------------------------------


def test_only_folders_below_the_root_are_offered(tmp_path: Path) -> None:
    root = tmp_path / "courses"
    made_up(root / "algo" / "2027")
    made_up(root / ".hidden")
    made_up(tmp_path / "elsewhere")
    (root / "empty").mkdir()
    (root / "link").symlink_to(tmp_path / "elsewhere")
    found = list_course_folders(root)
    assert [(each.name, each.assignments) for each in found] == [("algo/2027", ("demo",))]
    assert list_course_folders(None) == []
    for name in (
        "../elsewhere",
        "link",
        str(tmp_path / "elsewhere"),
        "",
        "empty",
        "algo/../algo/2027",
    ):
        with pytest.raises(ServiceProblem, match="choose one from the list"):
            choose_course_folder(root, name)


# Making -------------------------------------------------------------------------------------


def test_an_instructor_makes_a_course_and_instructs_it(scene: Scene) -> None:
    jonas = scene.person("jonas", Role.INSTRUCTOR)
    browser = Browser(scene, jonas)
    assert "course: demo" in words(browser.get("/courses/new").text)
    given = {"folder": "course", "to": "next", "title": "Next <b>year</b>"}
    answer = browser.send_form("/courses/new", given)
    assert answer.headers["location"] == "/c/next/manage"
    assert "There are no students yet." in words(browser.get("/c/next/manage").text)
    assert browser.get("/c/next").status_code == 200
    made = _course(scene, "next")
    with scene.database.reading() as session:
        assert session.get_one(Membership, (jonas.id, made.id)).role == Role.INSTRUCTOR
        assert [each.problem for each in course_editions.current_editions(session, made)] == [""]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"to": "demo"}, "There is a course demo already"),
        ({"to": "No Such Name"}, "cannot be the short name"),
        ({"folder": "../course"}, "choose one from the list"),
        ({"folder": "data"}, "choose one from the list"),
        ({"title": " "}, "has no title"),
    ],
)
def test_a_course_that_cannot_be_is_not_made(
    scene: Scene, change: dict[str, str], sentence: str
) -> None:
    with scene.database.writing() as session:
        for each in session.scalars(select(AssignmentEdition)):
            each.problem = ""  # so that its files are not looked at again
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    given = {"folder": "course", "to": "next", "title": "Next year", **change}
    answer = browser.send_form("/courses/new", given)
    assert answer.status_code == 400
    assert sentence in words(answer.text)
    with scene.database.reading() as session:
        assert session.scalars(select(Course.slug)).all() == ["demo"]


def test_a_start_takes_up_the_files_of_all_courses(scene: Scene) -> None:
    made_up(scene.folder / "courses" / "new")
    with scene.database.writing() as session:
        for slug in ("new", "old"):
            made = course_editions.register_course(session, slug, scene.folder / "courses" / "new")
            made.archived_at = float(slug == "old")
    toml = scene.folder / "courses" / "new" / "hidden_tests" / "demo" / "assignment.toml"
    toml.write_text(toml.read_text() + "\n# changed\n")
    assert _count(scene, AssignmentEdition, _course(scene, "new").id) == 1
    assert refresh_courses(scene.database, lambda *_: "", without="demo") == []
    assert _count(scene, AssignmentEdition, _course(scene, "new").id) == 2
    assert _count(scene, AssignmentEdition, _course(scene, "old").id) == 1, "It is archived."
    shutil.rmtree(scene.folder / "courses" / "new")
    (problem,) = refresh_courses(scene.database, lambda *_: "", without="demo")
    assert "The course new stays as it was" in problem


_OTHER = "other/course"


@pytest.mark.parametrize(
    ("empty", "folder", "slug", "pages", "expected"),
    [
        (True, None, None, False, ("course", BUILT_IN)),
        (True, None, "algo", False, ("algo", BUILT_IN)),
        (True, None, None, True, None),
        (True, "course", None, True, ("course", "course")),
        (False, None, None, False, None),
        (False, None, None, True, None),
        (False, None, "demo", False, ("demo", "course")),
        (False, "course", None, False, ("demo", "course")),
        (False, "course", "again", False, ("again", "course")),
        (False, _OTHER, None, False, ("course", _OTHER)),
        (False, None, "unknown", False, ServiceProblem),
    ],
)
def test_only_an_empty_database_gets_a_course_that_nobody_named(
    scene: Scene,
    request: pytest.FixtureRequest,
    empty: bool,
    folder: str | None,
    slug: str | None,
    pages: bool,
    expected: object,
) -> None:
    made_up(scene.folder / _OTHER)
    database = scene.database
    if empty:
        database = Database(sqlite_url_in_folder(scene.folder / "empty"))
        database.migrate()
        request.addfinalizer(database.close)
    named = scene.folder / folder if folder is not None else None
    if expected is ServiceProblem:
        with pytest.raises(ServiceProblem, match="say which one: --course FOLDER"):
            choose_startup_course(database, named, slug, "", pages=pages)
        return
    chosen = choose_startup_course(database, named, slug, "", pages=pages)
    if isinstance(expected, tuple):
        assert chosen is not None
        assert (chosen.slug, chosen.folder) == (expected[0], (scene.folder / expected[1]).resolve())
    else:
        assert chosen is expected


# Copying ------------------------------------------------------------------------------------


def _decided(scene: Scene) -> float:
    """A course with submissions and decisions; its deadline."""
    due = 1_793_000_000.0
    scene.graded(scene.person("ada"), EVERYTHING)
    set_terms(
        scene, due_at=due, opens_at=due - 7 * DAY, late_days=3, last_day=2, blind=True, kit_url=KIT
    )
    leader = rules(scene, largest=4, form_until=due - DAY)
    own = {"course_id": scene.course.id, "assignment": "demo"}
    with scene.database.writing() as session:
        session.add_all([
            RubricItem(**own, task="9.1", position=2, text="says why", points=1.0),
            RubricItem(**own, task="9.1", position=1, text="old", points=1.0, retired=True),
            Phrase(**own, text=PHRASE, used=4),
        ])  # fmt: skip
    Browser(scene, leader)
    return due


@pytest.mark.parametrize("weeks", ["52", "0", ""])
def test_a_copy_has_the_decisions_and_nobody_of_the_old_year(scene: Scene, weeks: str) -> None:
    due = _decided(scene)
    with scene.database.writing() as session:
        session.add(SectionDeadline(
            course_id=scene.course.id, assignment="demo", section="Mon 10", due_at=due + DAY,
            reason="a holiday", by_id=1, at=1.0,
        ))  # fmt: skip
        session.add(Ladder(
            course_id=scene.course.id, assignment="demo", pairs=7, seconds=0.3, rated_pairs=9,
            by_id=1, at=1.0,
        ))  # fmt: skip
        session.get_one(Course, scene.course.id).time_zone = "Europe/Berlin"
        for each in session.scalars(select(AssignmentEdition)):
            each.problem = ""
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    given = {"to": "next", "title": "Next year", "weeks": weeks}
    assert browser.send_form("/c/demo/copy", given).status_code == 303
    made = _course(scene, "next")
    assert (made.copied_from_id, made.time_zone) == (scene.course.id, "Europe/Berlin")
    with scene.database.reading() as session:
        terms = current_terms(session, made.id)["demo"]
        of_sections = current_section_deadlines(session, made.id)
        teams = team_rules_of(session, made.id, "demo")
        items = session.execute(
            select(RubricItem.text, RubricItem.position).where(RubricItem.course_id == made.id)
        ).all()
        phrases = session.execute(
            select(Phrase.text, Phrase.used).where(Phrase.course_id == made.id)
        ).all()
        members = session.scalars(
            select(Membership.role).where(Membership.course_id == made.id)
        ).all()
        ladder = session.scalars(select(Ladder).where(Ladder.course_id == made.id)).one()
    assert (ladder.assignment, ladder.pairs, ladder.seconds) == ("demo", 7, 0.3)
    assert (ladder.running, ladder.rated_pairs) == (True, 0)
    assert (terms.late_days, terms.last_day, terms.blind, terms.kit_url) == (3, 2, True, KIT)
    assert teams.largest == 4
    if weeks:
        moved = terms.due_at - due
        # Clocks may have changed between both days: the time of the day is the same.
        assert abs(moved - 7 * DAY * int(weeks)) <= 3600
        assert moved % DAY in {0.0, 3600.0, DAY - 3600.0}
        assert terms.opens_at
        assert of_sections["demo", "Mon 10"].due_at - terms.due_at == pytest.approx(DAY, abs=3600)
    else:
        assert (terms.due_at, terms.opens_at, teams.form_until) == (0.0, 0.0, 0.0)
        assert not of_sections
    assert [tuple(each) for each in items] == [("says why", 2)]
    assert [tuple(each) for each in phrases] == [(PHRASE, 0)]
    assert members == [Role.INSTRUCTOR]
    assert _count(scene, Submission, made.id) == 0


def test_a_copy_of_weeks_that_are_none_is_refused(scene: Scene) -> None:
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    answer = browser.send_form("/c/demo/copy", {"to": "next", "title": "N", "weeks": "-1"})
    assert (answer.status_code, "Weeks: expected" in words(answer.text)) == (400, True)


def test_rubrics_of_another_assignment_are_taken_over_once(scene: Scene) -> None:
    _decided(scene)
    leader = scene.person("jonas", Role.INSTRUCTOR)
    source, target = (scene.course.id, "demo"), (scene.course.id, "other")
    with scene.database.writing() as session:
        assert take_over_rubrics(session, source, target, leader.id) == (1, 1)
        assert take_over_rubrics(session, source, target, leader.id) == (0, 0)
        with pytest.raises(ServiceProblem, match="itself"):
            take_over_rubrics(session, source, source, leader.id)


def test_rubrics_are_taken_over_from_courses_that_one_marks_in(scene: Scene) -> None:
    _decided(scene)
    with scene.database.writing() as session:
        other = course_editions.register_course(session, "other", scene.folder / "course", "Other")
        kim = people.add_person(session, "kim", "Kim")
        people.enrol_person(session, kim, other, Role.ASSISTANT)
    where = "/c/other/demo/rubric"
    browser = Browser(scene, kim)
    assert "A course, demo" not in words(browser.get(where).text)
    assert browser.send_form(f"{where}/take", {"source": "demo/demo"}).status_code == 404
    with scene.database.writing() as session:
        people.enrol_person(session, kim, scene.course, Role.ASSISTANT)
    assert "A course, demo: 1 item, 1 phrase" in words(browser.get(where).text)
    assert browser.send_form(f"{where}/take", {"source": "demo/demo"}).status_code == 303
    assert PHRASE in words(browser.get(where).text)


# Archiving ----------------------------------------------------------------------------------


def test_an_archived_course_is_read_and_nothing_in_it_changes(scene: Scene) -> None:
    ada, leader = scene.person("ada"), Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    made = scene.graded(ada, EVERYTHING)
    student = Browser(scene, ada)
    assert leader.send_form("/c/demo/archive", {}).status_code == 303
    assert student.get(f"/s/{made}").status_code == 200
    assert student.get(f"/s/{made}/report").status_code == 200
    page = student.get("/c/demo").text
    assert ARCHIVED in words(page)
    assert "/submissions" not in page
    assert "A course" not in words(student.get("/").text)
    assert "A course" in words(student.get("/?archived=yes").text)
    before = rows(scene.database, without=("audit", "secret"))
    for browser, path, values in (
        (student, "/c/demo/demo/submissions", {"key": "k"}),
        (student, f"/s/{made}/choose", {}),
        (leader, f"/s/{made}/mark", {"task": "1.1", "points": "1", "reason": "x"}),
        (leader, "/c/demo/demo/terms", {"due": "2099-01-01T12:00"}),
        (leader, "/c/demo/people", {"lines": "new, New, student"}),
    ):
        answer = browser.send_form(path, values)
        assert (answer.status_code, ARCHIVED in words(answer.text)) == (409, True), path
    own = token(scene, ada)
    for path in ("/api/v1/courses/demo/assignments/demo/submissions",
                 f"/api/v1/submissions/{made}/choice"):  # fmt: skip
        answer = Browser(scene).send_to_api("POST", path, own)
        assert (answer.status_code, answer.json()["detail"]) == (409, ARCHIVED)
    stranger = Browser(scene, scene.person("stranger", None))
    assert stranger.send_form("/c/demo/people", {}).status_code == 404
    assert rows(scene.database, without=("audit", "secret", "person")) == {
        row for row in before if row[0] != "person"
    }
    assert leader.send_form("/c/demo/restore", {}).status_code == 303
    assert student.hand_in(b"double = 1\n")
    with scene.database.reading() as session:
        deeds = session.scalars(select(AuditEntry.deed).where(AuditEntry.about == "demo")).all()
    assert deeds == ["archived course", "restored course"]


def test_students_are_not_reminded_of_deadlines_of_an_archived_course(scene: Scene) -> None:
    ada, now = scene.person("ada"), time.time()
    set_terms(scene, due_at=now + 3600)
    with scene.database.writing() as session:
        session.add(MailAddress(
            person_id=ada.id, address="ada@example.org", key="k", confirmed_at=1.0, at=1.0
        ))  # fmt: skip
    for archived_at, number in ((1.0, 0), (0.0, 1)):
        with scene.database.writing() as session:
            session.get_one(Course, scene.course.id).archived_at = archived_at
            enqueue_reminders(session, now)
            assert len(session.scalars(select(QueuedNotice.id)).all()) == number


def test_an_archived_course_can_be_copied(scene: Scene) -> None:
    with scene.database.writing() as session:
        session.get_one(Course, scene.course.id).archived_at = 1.0
        for each in session.scalars(select(AssignmentEdition)):
            each.problem = ""
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    assert browser.send_form("/c/demo/copy", {"to": "n", "title": "N"}).status_code == 303
    assert not _course(scene, "n").archived_at


# What is missing ----------------------------------------------------------------------------


def test_the_checklist_says_what_is_missing_until_it_is_there(scene: Scene) -> None:
    browser = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    page = words(browser.get("/c/demo/manage").text)
    for sentence in ("no students yet", "no assistants yet", "has no deadline", "no opening date"):
        assert sentence in page
    scene.person("ada")
    scene.person("ines", Role.ASSISTANT)
    due = time.time() + 30 * DAY
    set_terms(scene, due_at=due, opens_at=due + DAY)
    assert "opens after its deadline" in words(browser.get("/c/demo/manage").text)
    set_terms(scene, due_at=due, opens_at=due - DAY)
    assert "Nothing is missing" in words(browser.get("/c/demo/manage").text)
    set_terms(scene, due_at=1.0, opens_at=0.5)
    assert "is over" in words(browser.get("/c/demo/manage").text)
