"""Announcements: who reads and writes them, how they are shown, and who is told by mail."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from grader.service import announcements, course_editions
from grader.service.data.mail_tables import Announcement, QueuedNotice
from grader.service.data.tables import AuditEntry, Person, Role
from grader.service.mail import addresses
from tests.service.scene import Scene
from tests.service.site import Browser, words

_HERE = "/c/demo/announcements"


def _announce(scene: Scene, title: str = "Title", text: str = "Text", mailed: str = "") -> Browser:
    browser = Browser(scene, scene.person("ines", Role.ASSISTANT))
    answer = browser.send_form(_HERE, {"title": title, "text": text, "mailed": mailed})
    assert answer.status_code == 303, answer.text
    return browser


def _told(scene: Scene) -> list[int]:
    with scene.database.reading() as session:
        return list(
            session.scalars(select(QueuedNotice.person_id).order_by(QueuedNotice.person_id))
        )


def test_students_read_them_on_the_page_of_the_course_the_newest_first(scene: Scene) -> None:
    student = Browser(scene, scene.person("ada"))
    assert 'id="news"' not in student.get("/c/demo").text
    for number in range(5):
        _announce(scene, f"Lecture {number}", f"Text {number}")
    on_course, all_of_them = (words(student.get(path).text) for path in ("/c/demo", _HERE))
    assert [f"Lecture {number}" in on_course for number in range(5)] == [False] * 2 + [True] * 3
    assert on_course.index("Lecture 4") < on_course.index("Lecture 3")
    assert "Ines" in on_course
    assert all(f"Text {number}" in all_of_them for number in range(5))


@pytest.mark.parametrize(
    ("text", "shown", "never"),
    [
        ("**bold** and `code`", "<strong>bold</strong> and <code>code</code>", "**"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "<td>1</td>", "|---|"),
        ("[here](https://example.org/x)", 'href="https://example.org/x"', "](https"),
        ("<https://example.org/>", 'rel="noopener noreferrer"', "&lt;https"),
        ("[x](javascript:alert(1))", "x", 'href="javascript'),
        ("[x](data:text/html,x)", "x", 'href="data'),
        ("<script>alert(1)</script>", "&lt;script&gt;", "<script>alert"),
        ('<img src=x onerror="alert(1)">', "&lt;img", "<img"),
        ("![p](https://example.org/p.png)", "p", "<img"),
        ('[x](https://a.org "t\\" onclick=\\"y")', "x", "onclick="),
        ("# Big", "Big", "<h1>Big"),
        ("a\u202eb", "a\\u202eb", "\u202e"),
    ],
)
def test_markdown_is_rendered_and_nothing_else_gets_through(
    scene: Scene, text: str, shown: str, never: str
) -> None:
    _announce(scene, "<i>Title</i>", text)
    page = Browser(scene, scene.person("ada")).get(_HERE).text
    assert shown in page
    assert never not in page
    assert "&lt;i&gt;Title" in page


def test_everybody_in_the_course_with_an_address_is_told_if_that_was_ticked(scene: Scene) -> None:
    people = {}
    for login in ("ada", "ben", "elsewhere"):
        role = None if login == "elsewhere" else Role.STUDENT
        people[login] = scene.person(login, role).id
        with scene.database.writing() as session:
            addresses.set_address(session, people[login], f"{login}@example.org", confirmed=True)
    scene.person("without")
    _announce(scene, "Quietly")
    assert _told(scene) == []
    _announce(scene, "Aloud", mailed="yes")
    assert _told(scene) == sorted([people["ada"], people["ben"]])


def test_what_is_removed_is_neither_shown_nor_mailed_later(scene: Scene) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        addresses.set_address(session, ada.id, "ada@example.org", confirmed=True)
    staff = _announce(scene, "Wrong room", mailed="yes")
    assert staff.send_form(f"{_HERE}/1/remove", {}).status_code == 303
    assert "Wrong room" not in Browser(scene, ada).get(_HERE).text
    assert _told(scene) == []
    with scene.database.reading() as session:
        deeds = session.scalars(select(AuditEntry.deed).order_by(AuditEntry.id)).all()
    assert deeds[-2:] == ["announced", "removed announcement"]


def test_an_impatient_click_announces_once(scene: Scene) -> None:
    for _ in range(2):
        _announce(scene, "Same", "Same")
    with scene.database.reading() as session:
        assert len(session.scalars(select(Announcement)).all()) == 1


@pytest.mark.parametrize(
    ("title", "text"),
    [("", "Text"), ("Title", " \n "), ("t" * 101, "Text"),
     ("Title", "x" * (announcements.LONGEST + 1))],
)  # fmt: skip
def test_one_needs_a_title_and_a_text_of_some_length(scene: Scene, title: str, text: str) -> None:
    browser = Browser(scene, scene.person("ines", Role.ASSISTANT))
    assert browser.send_form(_HERE, {"title": title, "text": text}).status_code == 400


def test_one_of_another_course_cannot_be_removed_from_here(scene: Scene) -> None:
    _announce(scene)
    with scene.database.writing() as session:
        other = course_editions.register_course(
            session, "other", scene.folder / "course", "Another course"
        )
        session.scalars(select(Announcement)).one().course_id = other.id
    with scene.database.reading() as session:
        instructor = session.scalars(select(Person).where(Person.login == "ines")).one()
    answer = Browser(scene, instructor).send_form(f"{_HERE}/1/remove", {})
    assert answer.status_code == 404
