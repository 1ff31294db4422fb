"""Who sees what: every page, for everybody there can be."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import select

from grader.service.data.tables import Audit, Course, Membership, Person, Role
from grader.service.web.app import ROUTERS
from tests.render.samples import EVERYTHING
from tests.service.scene import RIGHT, Scene
from tests.service.site import Browser, server, token

ANYBODY = {"nobody", "stranger", "owner", "other", "assistant", "instructor", "foreign", "admin"}
SIGNED = ANYBODY - {"nobody"}
MEMBERS = {"owner", "other", "assistant", "instructor", "admin"}
STAFF = {"assistant", "instructor", "admin"}
LEADERS = {"instructor", "admin"}
READERS = {"owner", *STAFF}

GET = {
    "/sign-in": ANYBODY,
    "/health": ANYBODY,
    "/link/{link}": ANYBODY,
    "/": SIGNED,
    "/account": SIGNED,
    "/c/{slug}": MEMBERS,
    "/s/{id}": READERS,
    "/s/{id}/report": READERS,
    "/s/{id}/file": READERS,
    "/c/{slug}/{assignment}/submissions": STAFF,
    "/c/{slug}/matrix": LEADERS,
    "/c/{slug}/people": LEADERS,
    "/admin": {"admin"},
}
"""Who is shown each page. Whoever is not learns nothing, also not whether it exists."""

POST = {
    "/c/{slug}/{assignment}/submissions": (MEMBERS, {"key": "k"}),
    "/c/{slug}/people": (LEADERS, {"lines": "new, New Person, student"}),
    "/s/{id}/again": (LEADERS, {}),
    "/account/password": (SIGNED, {"new": "long enough a password"}),
    "/account/tokens": (SIGNED, {"note": "CI", "scopes": "submit"}),
    "/account/tokens/{id}/revoke": (SIGNED, {}),
    "/sign-out": (SIGNED, {}),
}
"""Who may send each form, and what it holds."""

WITHOUT_SESSION = {"/sign-in", "/link"}


@dataclass
class _Cast:
    scene: Scene
    people: dict[str, Person | None]
    submission: int

    def browser(self, who: str) -> Browser:
        return Browser(self.scene, self.people[who])

    def path(self, path: str) -> str:
        return path.format(slug="demo", assignment="demo", id=self.submission, link="none")


@pytest.fixture
def cast(scene: Scene) -> _Cast:
    people: dict[str, Person | None] = {
        "nobody": None,
        "stranger": scene.person("stranger", None),
        "owner": scene.person("owner"),
        "other": scene.person("other"),
        "assistant": scene.person("assistant", Role.ASSISTANT),
        "instructor": scene.person("instructor", Role.INSTRUCTOR),
        "foreign": scene.person("foreign", None),
        "admin": scene.person("root", None, admin=True),
    }
    foreign, owner = people["foreign"], people["owner"]
    assert foreign is not None
    assert owner is not None
    with scene.database.writing() as session:
        other = Course(slug="other", title="Another course", folder=str(scene.folder / "course"))
        session.add(other)
        session.flush()
        session.add(
            Membership(person_id=foreign.id, course_id=other.id, role=Role.INSTRUCTOR.value)
        )
    return _Cast(scene, people, scene.graded(owner, EVERYTHING))


def _routes(scene: Scene, method: str) -> set[str]:
    routes = [*server(scene).routes, *(route for router in ROUTERS for route in router.routes)]
    return {
        route.path
        for route in routes
        if isinstance(route, APIRoute)
        and method in (route.methods or ())
        and not route.path.startswith(("/api/", "/style-"))
    }


def test_every_page_is_in_these_tables(scene: Scene) -> None:
    assert _routes(scene, "GET") == GET.keys()
    assert _routes(scene, "POST") == POST.keys() | WITHOUT_SESSION


@pytest.mark.parametrize("who", sorted(ANYBODY))
def test_pages_are_shown_to_whom_they_concern(cast: _Cast, who: str) -> None:
    browser = cast.browser(who)
    for path, allowed in GET.items():
        status = browser.get(cast.path(path)).status_code
        refused = 303 if who == "nobody" else 404
        assert status == (200 if who in allowed else refused), path


@pytest.mark.parametrize("who", sorted(ANYBODY))
def test_forms_are_taken_from_whom_they_concern(cast: _Cast, who: str) -> None:
    for path, (allowed, values) in POST.items():
        browser = cast.browser(who)
        file = {"file": ("a.py", RIGHT)} if path.endswith("/submissions") else None
        answer = browser.post(cast.path(path), data={"csrf": browser.csrf, **values}, files=file)
        if who == "nobody":
            assert answer.headers["location"] == "/sign-in", path
        else:
            expected = {200, 303} if who in allowed else {404}
            assert answer.status_code in expected, (path, answer.text)


@pytest.mark.parametrize("wrong", ["no token", "another's token", "another origin", "no origin"])
def test_forms_of_other_sites_are_refused(cast: _Cast, wrong: str) -> None:
    browser, other = cast.browser("admin"), cast.browser("instructor")
    token = {"no token": "", "another's token": other.csrf}.get(wrong, browser.csrf)
    if wrong == "another origin":
        browser.headers["origin"] = "http://evil.test"
    if wrong == "no origin":
        del browser.headers["origin"]
    for path, (_, values) in POST.items():
        file = {"file": ("a.py", RIGHT)} if path.endswith("/submissions") else None
        data = {"csrf": token, **values}
        assert browser.post(cast.path(path), data=data, files=file).status_code == 403, path


@pytest.mark.parametrize("path", sorted(WITHOUT_SESSION))
def test_nobody_is_signed_in_by_another_site(scene: Scene, path: str) -> None:
    browser = Browser(scene)
    browser.headers["origin"] = "http://evil.test"
    data = {"login": "a", "password": "b", "link": "c"}
    assert browser.post(path, data=data).status_code == 403


def test_a_student_sees_the_students_view_and_staff_all(cast: _Cast) -> None:
    page = cast.path("/s/{id}/report")
    assert "student view" in cast.browser("owner").get(page).text
    assert "student view" not in cast.browser("assistant").get(page).text


def test_reading_anothers_work_is_in_the_audit(cast: _Cast) -> None:
    for who in ("owner", "assistant"):
        cast.browser(who).get(cast.path("/s/{id}/report"))
    with cast.scene.database.reading() as session:
        entries = session.scalars(select(Audit).where(Audit.deed == "read")).all()
    assistant = cast.people["assistant"]
    assert assistant is not None
    assert [(each.person_id, each.about) for each in entries] == [
        (assistant.id, f"submission {cast.submission}")
    ]


API = {
    "/api/v1/submissions/{id}": READERS,
    "/api/v1/submissions/{id}/report": READERS,
}


@pytest.mark.parametrize("who", sorted(SIGNED))
def test_programs_read_what_their_owners_may(cast: _Cast, who: str) -> None:
    person = cast.people[who]
    assert person is not None
    browser = Browser(cast.scene)
    for path, allowed in API.items():
        answer = browser.get(cast.path(path), headers=token(cast.scene, person))
        assert answer.status_code == (200 if who in allowed else 404)
        if path.endswith("report") and who in allowed:
            assert answer.json()["view"] == ("student" if who == "owner" else "staff")


def test_a_token_is_no_session_and_a_session_no_token(cast: _Cast) -> None:
    admin = cast.people["admin"]
    assert admin is not None
    browser = Browser(cast.scene)
    assert browser.get("/admin", headers=token(cast.scene, admin)).status_code == 303
    signed = cast.browser("admin")
    bearer = {"authorization": f"Bearer {signed.cookies['session']}"}
    assert signed.get(cast.path("/api/v1/submissions/{id}"), headers=bearer).status_code == 401
