"""Who sees what: every page, for everybody there can be."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from grader.service.data.tables import AuditEntry
from tests.service.cast import Cast, routes
from tests.service.scene import Scene
from tests.service.site import Browser, server

ANYBODY = {"nobody", "stranger", "owner", "other", "assistant", "instructor", "foreign", "admin"}
SIGNED = ANYBODY - {"nobody"}
MEMBERS = {"owner", "other", "assistant", "instructor", "admin"}
STAFF = {"assistant", "instructor", "admin"}
LEADERS = {"instructor", "admin"}
READERS = {"owner", *STAFF}
MAKERS = {"foreign", *LEADERS}

GET = {
    "/sign-in": ANYBODY,
    "/health": ANYBODY,
    "/ready": ANYBODY,
    "/link/{link}": ANYBODY,
    "/": SIGNED,
    "/account": SIGNED,
    "/account/mail": SIGNED,
    "/mail/confirm/{person}/{signature}": ANYBODY,
    "/mail/stop/{person}/{kind}/{signature}": ANYBODY,
    "/c/{slug}/announcements": MEMBERS,
    "/c/{slug}": MEMBERS,
    "/s/{id}": READERS,
    "/s/{id}/events": READERS,
    "/s/{id}/progress": READERS,
    "/s/{id}/history": READERS,
    "/s/{id}/report": READERS,
    "/s/{id}/file": READERS,
    "/c/{slug}/{assignment}/submissions": STAFF,
    "/c/{slug}/matrix": LEADERS,
    "/c/{slug}/{assignment}/marking": STAFF,
    "/c/{slug}/{assignment}/alike": STAFF,
    "/c/{slug}/{assignment}/rubric": STAFF,
    "/c/{slug}/{assignment}/next": STAFF,
    "/s/{id}/marking": STAFF,
    "/s/{id}/answer/{task}": STAFF,
    "/s/{id}/bindings": STAFF,
    "/c/{slug}/{assignment}/bindings": STAFF,
    "/c/{slug}/people": LEADERS,
    "/c/{slug}/{assignment}/terms": LEADERS,
    "/c/{slug}/{assignment}/teams": LEADERS,
    "/c/{slug}/{assignment}/team": MEMBERS,
    "/c/{slug}/{assignment}/release": LEADERS,
    "/c/{slug}/{assignment}/regrade": LEADERS,
    "/c/{slug}/{assignment}/gradebook": LEADERS,
    "/c/{slug}/{assignment}/overview": LEADERS,
    "/c/{slug}/{assignment}/gradebook/{shape}": LEADERS,
    "/c/{slug}/{assignment}/similar": LEADERS,
    "/c/{slug}/{assignment}/similar/{one}/{other}": LEADERS,
    "/c/{slug}/{assignment}/ladder": MEMBERS,
    "/c/{slug}/{assignment}/ladder/players/{player}": MEMBERS,
    "/c/{slug}/{assignment}/ladder/games/{pair}/{number}": MEMBERS,
    "/c/{slug}/{assignment}/ladder/games/{pair}/{number}/replay": MEMBERS,
    "/c/{slug}/{assignment}/ladder/tournaments/{tournament}/files": LEADERS,
    "/c/{slug}/webhooks": LEADERS,
    "/c/{slug}/manage": LEADERS,
    "/courses/new": MAKERS,
    "/c/{slug}/time-zone": LEADERS,
    "/c/{slug}/lti": LEADERS,
    "/lti/contexts": SIGNED,
    "/lti/jwks": ANYBODY,
    "/admin": {"admin"},
    "/admin/mail": {"admin"},
    "/admin/lti": {"admin"},
    "/admin/audit": {"admin"},
    "/admin/audit.csv": {"admin"},
}
"""Who is shown each page. Whoever is not learns nothing, also not whether it exists."""

POST = {
    "/c/{slug}/{assignment}/team": (MEMBERS, {"act": "found"}),
    "/s/{id}/mark/member": (STAFF, {"task": "1.1"}),
    "/c/{slug}/{assignment}/teams": (LEADERS, {"lines": "Rooks, other"}),
    "/c/{slug}/{assignment}/teams/member": (LEADERS, {"login": "other", "team": "Rooks"}),
    "/c/{slug}/{assignment}/teams/rules": (LEADERS, {"largest": "3"}),
    "/s/{id}/ask": ({"owner"}, {"task": "2.1", "reason": "look again"}),
    "/c/{slug}/{assignment}/submissions": (MEMBERS, {"key": "k"}),
    "/c/{slug}/people": (LEADERS, {"lines": "new, New Person, student"}),
    "/c/{slug}/people/out": (LEADERS, {}),
    "/c/{slug}/people/section": (LEADERS, {"person": "2", "section": "Mon 10"}),
    "/c/{slug}/time-zone": (LEADERS, {"zone": "Europe/Berlin"}),
    "/c/{slug}/people/links": (LEADERS, {}),
    "/c/{slug}/announcements": (STAFF, {"title": "Lecture", "text": "It is moved."}),
    "/c/{slug}/announcements/{announcement}/remove": (STAFF, {}),
    "/s/{id}/again": (LEADERS, {}),
    "/s/{id}/mark": (STAFF, {"task": "1.1", "points": "1"}),
    "/s/{id}/choose": ({"owner"}, {}),
    "/s/{id}/carry": (STAFF, {"task": "1.1"}),
    "/s/{id}/mark/back": (STAFF, {"task": "1.1"}),
    "/s/{id}/comment": (STAFF, {"task": "1.1", "text": "Well said."}),
    "/s/{id}/comment/remove": (STAFF, {}),
    "/s/{id}/asked": (STAFF, {}),
    "/c/{slug}/{assignment}/alike": (STAFF, {"group": "x", "text": "See line 3."}),
    "/c/{slug}/{assignment}/rubric": (STAFF, {"task": "1.1", "text": "Says why.", "points": "1"}),
    "/c/{slug}/{assignment}/rubric/retire": (STAFF, {}),
    "/c/{slug}/{assignment}/rubric/take": (STAFF, {"source": "demo/elsewhere"}),
    "/c/{slug}/{assignment}/phrases/forget": (STAFF, {}),
    "/c/{slug}/view-as": (STAFF, {"login": "owner"}),
    "/view-as/end": (SIGNED, {}),
    "/c/{slug}/webhooks": (LEADERS, {"url": "https://hooks.example.org/"}),
    "/c/{slug}/webhooks/{hook}/remove": (LEADERS, {}),
    "/lti/contexts": (LEADERS, {"context": "2", "course": "demo"}),
    "/c/{slug}/lti/{context}/roster": (LEADERS, {}),
    "/c/{slug}/lti/{context}/apply": (LEADERS, {"member": "3"}),
    "/c/{slug}/lti/{context}/again": (LEADERS, {}),
    "/c/{slug}/lti/{context}/unlink": (LEADERS, {}),
    "/admin/lti/platforms": (
        {"admin"},
        {
            "name": "Canvas",
            "issuer": "https://canvas.test",
            "client_id": "1",
            "auth_url": "https://canvas.test/a",
            "token_url": "https://canvas.test/t",
            "jwks_url": "https://canvas.test/k",
        },
    ),
    "/admin/lti/platforms/{platform}/deployments": ({"admin"}, {"name": "1:a"}),
    "/admin/lti/platforms/{platform}/remove": ({"admin"}, {}),
    "/admin/lti/registrations": ({"admin"}, {}),
    "/admin/lti/keys": ({"admin"}, {}),
    "/admin/lti/keys/{key}/withdraw": ({"admin"}, {}),
    "/c/{slug}/{assignment}/terms": (LEADERS, {"due": "2099-01-01T12:00"}),
    "/c/{slug}/{assignment}/extensions": (
        LEADERS,
        {"login": "owner", "until": "2099-02-01T12:00", "reason": "ill"},
    ),
    "/c/{slug}/{assignment}/section-deadlines": (
        LEADERS,
        {"section": "Tue 14", "until": "2099-02-01T12:00"},
    ),
    "/c/{slug}/{assignment}/release": (LEADERS, {"task": "1.1"}),
    "/c/{slug}/{assignment}/regrade": (LEADERS, {}),
    "/c/{slug}/{assignment}/similar": (LEADERS, {}),
    "/c/{slug}/{assignment}/ladder/name": (MEMBERS, {"named": "yes"}),
    "/c/{slug}/{assignment}/ladder": (LEADERS, {"pairs": "4"}),
    "/c/{slug}/{assignment}/ladder/tournaments": (LEADERS, {"pairs": "1"}),
    "/c/{slug}/{assignment}/ladder/tournaments/{tournament}/stop": (LEADERS, {}),
    "/admin/link": ({"admin"}, {"login": "owner"}),
    "/admin/mail/test": ({"admin"}, {}),
    "/admin/mail/{mail}/again": ({"admin"}, {}),
    "/account/mail/address": (SIGNED, {"address": "somebody@example.org"}),
    "/account/mail/kinds": (SIGNED, {"kinds": "receipt"}),
    "/account/password": (SIGNED, {"new": "long enough a password"}),
    "/account/tokens": (SIGNED, {"note": "CI", "scopes": "submit"}),
    "/account/tokens/{id}/revoke": (SIGNED, {}),
    # Behind what is said of a report: the submission waits for another one from then on.
    "/s/{id}/bindings": (STAFF, {"role": "search", "line": "search(board)", "then": "grade"}),
    "/c/{slug}/{assignment}/bindings": (STAFF, {"row": "1 search", "line": "search(board)"}),
    "/courses/new": (MAKERS, {"folder": "course", "to": "made", "title": "Made"}),
    "/c/{slug}/copy": (LEADERS, {"to": "copied", "title": "Copied", "weeks": "52"}),
    # Behind everything that changes the course.
    "/c/{slug}/archive": (LEADERS, {}),
    "/c/{slug}/restore": (LEADERS, {}),
    "/sign-out": (SIGNED, {}),
}
"""Who may send each form, and what it holds."""

ELSEWHERE = {("GET", "/sign-in/provider"), ("GET", "/sign-in/back")}
"""Nobody's, where no other server signs people in; attacked by ``tests/service/test_oidc.py``."""

LAUNCHES = {
    ("GET", "/lti/login"), ("POST", "/lti/login"), ("POST", "/lti/launch"),
    ("GET", "/lti/account"), ("POST", "/lti/account"),
    ("GET", "/lti/register/{ticket}"), ("POST", "/lti/register/{ticket}"),
}  # fmt: skip
"""Nobody's who does not come from a platform; attacked by ``tests/service/test_lti_hostile.py``."""

WITHOUT_SESSION = {"/sign-in", "/sign-in/mail", "/link", "/mail/confirm/{person}/{signature}"}

BY_MAIL_PROGRAM = {"/mail/stop/{person}/{kind}/{signature}"}
"""What a mail program sends (RFC 8058), from no page at all: its signature alone is checked."""

_ASSIGNMENT = "/api/v1/courses/{slug}/assignments/{assignment}"
_SUBMIT = f"{_ASSIGNMENT}/submissions"
API = {
    # First: about what does not count, nobody asks.
    ("POST", "/api/v1/submissions/{id}/requests"): ({"owner"}, "submit"),
    ("POST", "/api/v1/submissions/{id}/choice"): ({"owner"}, "submit"),
    ("POST", _SUBMIT): (MEMBERS, "submit"),
    ("GET", "/api/v1/submissions/{id}/history"): (READERS, "read"),
    ("GET", "/api/v1/courses/{slug}/assignments/{assignment}/counting"): (MEMBERS, "read"),
    ("PUT", "/api/v1/courses/{slug}/assignments/{assignment}/counting"): (LEADERS, "manage"),
    ("GET", "/api/v1/submissions/{id}"): (READERS, "read"),
    ("GET", "/api/v1/submissions/{id}/events"): (READERS, "read"),
    ("GET", "/api/v1/submissions/{id}/progress"): (READERS, "read"),
    ("GET", "/api/v1/submissions/{id}/report"): (READERS, "read"),
    ("GET", "/api/v1/courses/{slug}/assignments/{assignment}/gradebook"): (LEADERS, "read"),
    ("GET", "/api/v1/submissions/{id}/requests"): (READERS, "read"),
    ("GET", "/api/v1/courses/{slug}/assignments/{assignment}/requests"): (STAFF, "read"),
    ("GET", "/api/v1/courses/{slug}/webhooks"): (LEADERS, "manage"),
    ("POST", "/api/v1/courses/{slug}/webhooks"): (LEADERS, "manage"),
    ("DELETE", "/api/v1/courses/{slug}/webhooks/{hook}"): (LEADERS, "manage"),
    ("GET", "/api/v1/submissions/{id}/bindings"): (STAFF, "read"),
    ("PUT", "/api/v1/submissions/{id}/bindings"): (STAFF, "mark"),
    ("GET", "/api/v1/courses/{slug}/assignments/{assignment}/open-roles"): (STAFF, "read"),
    ("GET", "/api/v1/submissions/{id}/feedback"): (READERS, "read"),
    ("GET", "/api/v1/courses"): (SIGNED, "read"),
    ("GET", "/api/v1/courses/{slug}/assignments"): (MEMBERS, "read"),
    ("GET", "/api/v1/courses/{slug}/people"): (LEADERS, "read"),
    ("GET", _SUBMIT): (MEMBERS, "read"),
    ("GET", f"{_ASSIGNMENT}/marks"): (STAFF, "read"),
    ("GET", f"{_ASSIGNMENT}/comments"): (STAFF, "read"),
    ("GET", f"{_ASSIGNMENT}/extensions"): (LEADERS, "read"),
    ("GET", f"{_ASSIGNMENT}/gradebook/rows"): (LEADERS, "read"),
    ("GET", "/api/v1/metrics"): ({"admin"}, "measure"),
}
"""Whose programs may ask for what, and what their tokens have to be good for."""

DESCRIPTION = {("GET", "/api/v1/openapi.json"), ("HEAD", "/api/v1/openapi.json")}


def test_everything_that_can_be_asked_for_is_in_these_tables(scene: Scene) -> None:
    """Whoever adds a route says here whose it is; then all attacks are tried on it."""
    known = [("GET", path) for path in GET] + [("POST", path) for path in POST]
    known += [("POST", path) for path in WITHOUT_SESSION | BY_MAIL_PROGRAM] + [
        *API,
        *DESCRIPTION,
        *ELSEWHERE,
        *LAUNCHES,
    ]
    assert sorted(routes(server(scene))) == sorted(known)


@pytest.mark.slow
@pytest.mark.parametrize("who", sorted(ANYBODY))
def test_pages_are_shown_to_whom_they_concern(cast: Cast, who: str) -> None:
    browser = cast.browser(who)
    for path, allowed in GET.items():
        status = browser.get(cast.path(path)).status_code
        refused = 303 if who == "nobody" else 404
        assert status == (200 if who in allowed else refused), path


@pytest.mark.slow
@pytest.mark.parametrize("who", sorted(ANYBODY))
def test_forms_are_taken_from_whom_they_concern(cast: Cast, who: str) -> None:
    for path, (allowed, values) in POST.items():
        browser = cast.browser(who)
        answer = browser.send_form(cast.path(path), values)
        if who == "nobody":
            assert (answer.status_code, "You are signed out" in answer.text) == (403, True), path
        else:
            expected = {200, 303} if who in allowed else {404}
            assert answer.status_code in expected, (path, answer.text)


def test_a_student_sees_the_students_view_and_staff_all(cast: Cast) -> None:
    page = cast.path("/s/{id}/report")
    assert "student view" in cast.browser("owner").get(page).text
    assert "student view" not in cast.browser("assistant").get(page).text


def test_reading_anothers_work_is_in_the_audit(cast: Cast) -> None:
    for who in ("owner", "assistant"):
        cast.browser(who).get(cast.path("/s/{id}/report"))
    with cast.scene.database.reading() as session:
        entries = session.scalars(select(AuditEntry).where(AuditEntry.deed == "read")).all()
    assert [(each.person_id, each.about) for each in entries] == [
        (cast.person("assistant").id, f"submission {cast.submission}")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("who", sorted(SIGNED))
def test_programs_do_what_their_owners_may(cast: Cast, who: str) -> None:
    browser = Browser(cast.scene)
    for (method, path), (allowed, _) in API.items():
        answer = browser.send_to_api(method, cast.path(path), cast.token(who))
        assert answer.status_code in ({200, 201, 204} if who in allowed else {404}), (method, path)
        if path.endswith("report") and who in allowed:
            assert answer.json()["view"] == ("student" if who == "owner" else "staff")


def test_a_token_is_no_session_and_a_session_no_token(cast: Cast) -> None:
    browser = Browser(cast.scene)
    assert browser.get("/admin", headers=cast.token("admin")).status_code == 303
    signed = cast.browser("admin")
    bearer = {"authorization": f"Bearer {signed.cookies['session']}"}
    assert signed.get(cast.path("/api/v1/submissions/{id}"), headers=bearer).status_code == 401
