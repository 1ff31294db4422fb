"""Staff see pages as a student does: the same, with a bar that says so, and nothing else."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from grader.service import people
from grader.service.data.tables import AuditEntry, Role
from tests.service.cast import Cast, rows
from tests.service.site import Browser, words
from tests.service.test_access import GET, LEADERS, POST
from tests.service.test_deadlines import set_terms

VIEW = "session-view"
BAR = re.compile(r'<form class="viewing".*?</form>\s*', re.DOTALL)
OWN = re.compile(r'name="(csrf|key)" value="[^"]*"')


def _viewing(cast: Cast, who: str = "instructor", login: str = "owner") -> Browser:
    browser = cast.browser(who)
    answer = browser.send_form("/c/demo/view-as", {"login": login, "submission": cast.submission})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/s/{cast.submission}")
    return browser


def _page(browser: Browser, address: str) -> tuple[int, str]:
    answer = browser.get(address)
    return answer.status_code, " ".join(OWN.sub("", BAR.sub("", answer.text)).split())


@pytest.mark.parametrize("who", ["assistant", "instructor", "admin"])
def test_staff_see_exactly_what_the_student_sees(cast: Cast, who: str) -> None:
    viewing, owner = _viewing(cast, who), cast.browser("owner")
    paths = ["/c/{slug}", "/s/{id}", "/s/{id}/history", "/s/{id}/report", "/s/{id}/file",
             "/s/{id}/marking", "/c/{slug}/people", "/c/{slug}/{assignment}/gradebook"]  # fmt: skip
    for address in map(cast.path, paths):
        assert _page(viewing, address) == _page(owner, address), address
    assert "You see this page as Xyzzyva does." in words(viewing.get("/c/demo").text)
    with cast.scene.database.reading() as session:
        entries = session.scalars(
            select(AuditEntry)
            .where(AuditEntry.deed.in_(["viewed as", "read"]))
            .order_by(AuditEntry.id)
        ).all()
    assert {each.person_id for each in entries} == {cast.person(who).id}
    assert [each.deed for each in entries] == ["viewed as", "read", "read"]


@pytest.mark.slow
def test_nothing_is_taken_from_who_looks_as_a_student(cast: Cast) -> None:
    viewing = _viewing(cast)
    before = rows(cast.scene.database)
    for path, (_, values) in POST.items():
        if path.startswith(("/c/", "/s/")):
            answer = viewing.send_form(cast.path(path), values)
            assert answer.status_code == 403, path
    assert rows(cast.scene.database) == before


def test_their_own_account_stays_theirs(cast: Cast) -> None:
    page = words(_viewing(cast).get("/account").text)
    assert "Instructor" in page
    assert "You see this page as" not in page


def test_looking_ends_when_they_say_so(cast: Cast) -> None:
    viewing = _viewing(cast)
    assert viewing.get("/c/demo/people").status_code == 404
    answer = viewing.send_form("/view-as/end", {"back": "//elsewhere.test/"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert viewing.get("/c/demo/people").status_code == 200


@pytest.mark.parametrize("who", ["owner", "other", "stranger", "foreign"])
def test_nobody_else_looks_as_a_student(cast: Cast, who: str) -> None:
    browser = cast.browser(who)
    assert browser.send_form("/c/demo/view-as", {"login": "owner"}).status_code == 404
    cookie = f"{cast.scene.course.id}.{cast.person('owner').id}.{browser.csrf}"
    browser.cookies.set(VIEW, cookie, domain="grades.test")
    assert "You see this page as" not in browser.get("/c/demo").text
    expected = 200 if who == "owner" else 404
    assert browser.get(cast.path("/s/{id}")).status_code == expected


@pytest.mark.parametrize("login", ["assistant", "instructor", "stranger", "foreign", "nobody", ""])
def test_staff_are_not_looked_at(cast: Cast, login: str) -> None:
    answer = cast.browser("instructor").send_form("/c/demo/view-as", {"login": login})
    assert answer.status_code == 400
    assert VIEW not in answer.cookies


@pytest.mark.parametrize(
    "cookie", ["", "1", "1.2", "x.y.z", "1.2.{csrf}x", "9.2.{csrf}", "1.99.{csrf}"]
)
def test_a_cookie_gives_no_rights(cast: Cast, cookie: str) -> None:
    browser = cast.browser("instructor")
    browser.cookies.set(VIEW, cookie.format(csrf=browser.csrf), domain="grades.test")
    assert browser.get("/c/demo/people").status_code == 200


def test_who_is_of_the_staff_no_more_looks_no_longer(cast: Cast) -> None:
    viewing = _viewing(cast, "assistant")
    with cast.scene.database.writing() as session:
        people.enrol_person(session, cast.person("assistant"), cast.scene.course, Role.STUDENT)
    assert viewing.get(cast.path("/s/{id}")).status_code == 404


def test_names_that_are_hidden_stay_hidden(cast: Cast) -> None:
    viewing = _viewing(cast, "assistant")
    set_terms(cast.scene, blind=True)
    page = viewing.get(cast.path("/s/{id}")).text
    assert "Xyzzyva" not in page
    answer = cast.browser("assistant").send_form("/c/demo/view-as", {"login": "owner"})
    assert (answer.status_code, "Marking is blind" in answer.text) == (400, True)
    _viewing(cast, "instructor")


def test_every_page_of_a_student_is_there_for_who_looks_as_one(cast: Cast) -> None:
    viewing = _viewing(cast)
    for path, allowed in GET.items():
        if path.startswith(("/c/", "/s/")) and allowed != LEADERS:
            status = viewing.get(cast.path(path)).status_code
            assert status == (200 if "owner" in allowed else 404), path
