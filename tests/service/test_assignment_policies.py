"""Pages on which instructors set deadlines, extend them, and release."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from grader.service import deadlines
from grader.service.assignment_terms import current_terms
from grader.service.course_time import format_time
from grader.service.data.decision_tables import AssignmentTerms, DeadlineExtension, Release
from grader.service.data.tables import AuditEntry, Role
from grader.service.result_releases import releases_of_course
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_result_releases import newer

TERMS, EXTENSIONS, RELEASE = (f"/c/demo/demo/{name}" for name in ("terms", "extensions", "release"))
FULL = {
    "due": "2027-01-31T23:59", "late_days": "3", "per_day": "12.5", "last_day": "5",
    "requests": "2", "request_days": "4", "blind": "yes", "markers": "2",
    "kit_url": "https://pages.example.edu/ps1/?a=1",
}  # fmt: skip


def _leader(scene: Scene) -> Browser:
    return Browser(scene, scene.person("ines", Role.INSTRUCTOR))


def _audit(scene: Scene) -> list[tuple[str, str]]:
    with scene.database.reading() as session:
        return [(each.deed, each.about) for each in session.scalars(select(AuditEntry))]


def test_terms_are_set_shown_and_noted(scene: Scene) -> None:
    staff = _leader(scene)
    answer = staff.send_form(TERMS, FULL)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{TERMS}#saved")
    with scene.database.reading() as session:
        found = current_terms(session, scene.course.id)["demo"]
    assert format_time(found.due_at) == "Sun 31 Jan 2027, 23:59 UTC"
    assert (found.late_days, found.per_day, found.last_day) == (3, 0.125, 5)
    assert (found.requests, found.request_days, found.blind, found.markers) == (2, 4, True, 2)
    page = staff.get(TERMS).text
    for name, value in FULL.items():
        assert f'name="{name}" value="{value}"' in page
    said = (
        "demo: due Sun 31 Jan 2027, 23:59 UTC, 3 late days, 12.5 % per day, last day 5, 2 requests "
        "within 4 days, blind, 2 markers, the latest counts, "
        "0 minutes of grace, public tests at https://pages.example.edu/ps1/?a=1"
    )
    assert _audit(scene) == [("set terms", said)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"due": "tomorrow"}, "expected a date and a time like 2026-11-30T23:59, not 'tomorrow'"),
        ({"due": "1960-01-01T00:00"}, "expected a date"),
        ({"late_days": "-1"}, "Late days: expected a whole number from 0 to 365"),
        ({"late_days": "²"}, "Late days: expected a whole number"),
        ({"per_day": "nan"}, "expected a number from 0 to 100"),
        ({"per_day": "101"}, "expected a number from 0 to 100"),
        ({"markers": "0"}, "Markers: expected a whole number from 1 to 5"),
        ({"due": ""}, "without it, nothing is late"),
        ({"last_day": "0"}, "late work is not taken."),
        ({"requests": "2", "request_days": "0"}, "with 0 days, nobody can ask"),
        ({"requests": "<b>"}, "not '<b>'"),
        ({"kit_url": "javascript:alert(1)"}, "expected an address like https://HOST/PATH"),
        ({"kit_url": "/kits/ps1"}, "expected an address like"),
        ({"kit_url": "https:///ps1"}, "expected an address like"),
        ({"kit_url": "https://[::1/ps1"}, "expected an address like"),
        ({"kit_url": "https://ada:secret@example.edu/"}, "without a password"),
        ({"kit_url": "https://example.edu/a b"}, "of at most 500 plain characters"),
        ({"kit_url": f"https://example.edu/{'a' * 500}"}, "of at most 500 plain characters"),
    ],
)
def test_terms_that_cannot_be_right_change_nothing(
    scene: Scene, change: dict[str, str], said: str
) -> None:
    answer = _leader(scene).send_form(TERMS, {**FULL, **change})
    assert answer.status_code == 400
    assert said in words(answer.text)
    with scene.database.reading() as session:
        assert session.scalars(select(AssignmentTerms)).all() == []


def test_students_find_the_public_tests_beside_hand_in(scene: Scene) -> None:
    staff, ada = _leader(scene), Browser(scene, scene.person("ada"))
    address, shown = 'https://pages.example.edu/?a=1&b=<b>"', "/?a=1&amp;b=&lt;b&gt;&#34;"
    assert "Run the public tests" not in ada.get("/c/demo").text
    assert staff.send_form(TERMS, {"kit_url": f" {address} "}).status_code == 303
    link = f'<a href="https://pages.example.edu{shown}" target="_blank" rel="noopener noreferrer">'
    assert f"{link}Run the public tests</a>" in ada.get("/c/demo").text
    staff.send_form(TERMS, {"kit_url": address, "due": "2020-01-01T00:00"})
    assert "Run the public tests" not in ada.get("/c/demo").text, "Nobody can hand in."


def test_all_that_is_wrong_is_said_at_once_and_what_was_given_stays(scene: Scene) -> None:
    answer = _leader(scene).send_form(TERMS, {**FULL, "markers": "9", "last_day": "x"})
    assert "Markers:" in words(answer.text)
    assert "Last day:" in words(answer.text)
    assert 'value="9"' in answer.text
    assert 'name="per_day" value="12.5"' in answer.text


def _extend(staff: Browser, login: str, until: str, reason: str = "ill") -> str:
    answer = staff.send_form(EXTENSIONS, {"login": login, "until": until, "reason": reason})
    return "" if answer.status_code == 303 else words(answer.text)


def test_an_extension_is_given_listed_and_taken_back(scene: Scene) -> None:
    ada, staff = scene.person("ada"), _leader(scene)
    staff.send_form(TERMS, FULL)
    assert _extend(staff, "ada", "2027-02-03T12:00", "<i>ill</i>") == ""
    page = staff.get(TERMS).text
    assert "Wed 3 Feb 2027, 12:00 UTC" in page
    assert "&lt;i&gt;ill" in page
    assert ("extension", "demo: ada until Wed 3 Feb 2027, 12:00 UTC") in _audit(scene)
    assert _extend(staff, "ada", "") == ""
    assert "Nobody has one." in staff.get(TERMS).text
    with scene.database.reading() as session:
        assert len(session.scalars(select(DeadlineExtension)).all()) == 2
        every = deadlines.Deadlines.of(session, scene.course.id, ada.id)
    assert format_time(every.rule(ada.id, "demo").due_at) == "Sun 31 Jan 2027, 23:59 UTC"


@pytest.mark.parametrize(
    ("login", "until", "reason", "said"),
    [
        ("nobody", "2027-02-03T12:00", "ill", "Nobody in this course has that login"),
        ("outsider", "2027-02-03T12:00", "ill", "Nobody in this course has that login"),
        ("ada", "2027-01-31T23:59", "ill", "an extension has to be later"),
        ("ada", "soon", "ill", "expected a date"),
        ("ada", "2027-02-03T12:00", " ", "Give a reason"),
    ],
)
def test_extensions_that_cannot_be_right(
    scene: Scene, login: str, until: str, reason: str, said: str
) -> None:
    scene.person("ada")
    scene.person("outsider", None)
    staff = _leader(scene)
    staff.send_form(TERMS, FULL)
    assert said in _extend(staff, login, until, reason)


def test_without_a_deadline_there_is_nothing_to_extend(scene: Scene) -> None:
    scene.person("ada")
    assert "There is no deadline" in _extend(_leader(scene), "ada", "2027-02-03T12:00")


def test_a_task_and_all_are_released_and_taken_back(scene: Scene) -> None:
    scene.graded(scene.person("ada"), samples.EVERYTHING)
    staff = _leader(scene)

    def shows() -> tuple[bool, bool]:
        with scene.database.reading() as session:
            now = releases_of_course(session, scene.course.id)["demo"]
        return now.shows("1.1"), now.shows("")

    for form, expected in (
        ({"task": "1.1"}, (True, False)),
        ({"message": "Well done, <b>all</b>."}, (True, True)),
        ({"task": "1.1", "back": "yes"}, (False, True)),
        ({"back": "yes"}, (False, False)),
    ):
        assert staff.send_form(RELEASE, form).status_code == 303
        assert shows() == expected
    page = staff.get(RELEASE).text
    assert "Well done, &lt;b&gt;all&lt;/b&gt;." in page
    assert "took back task 1.1" in words(page)
    assert [deed for deed, _ in _audit(scene)] == ["released"] * 2 + ["took a release back"] * 2


def test_a_message_that_is_too_long_is_not_cut(scene: Scene) -> None:
    answer = _leader(scene).send_form(RELEASE, {"message": "x" * 2001})
    assert answer.status_code == 400
    assert "A message has at most 2000 characters; this one has 2001." in words(answer.text)
    with scene.database.reading() as session:
        assert session.scalars(select(Release)).all() == []


def test_a_release_names_an_edition_of_the_assignment(scene: Scene) -> None:
    scene.graded(scene.person("ada"), samples.EVERYTHING)
    staff, old, new = _leader(scene), scene.edition, newer(scene)
    staff.send_form(RELEASE, {})
    staff.send_form(RELEASE, {"edition": old.digest})
    assert staff.send_form(RELEASE, {"edition": "another"}).status_code == 404
    assert staff.send_form(RELEASE, {"task": "9.9"}).status_code == 404
    with scene.database.reading() as session:
        rows = session.scalars(select(Release).order_by(Release.id)).all()
    assert [each.edition_id for each in rows] == [new.id, old.id]


def test_the_page_says_how_many_answers_wait_for_points(scene: Scene) -> None:
    scene.graded(scene.person("ada"), samples.EVERYTHING)
    written = [task.id for task in samples.EVERYTHING.tasks if task.score is None]
    page = words(_leader(scene).get(RELEASE).text)
    assert written
    for task in samples.EVERYTHING.tasks:
        assert f"{task.id} {int(task.id in written)} no Release" in page
