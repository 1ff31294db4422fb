"""Pages: what they say, that nothing on them acts, and how sessions begin and end."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from sqlalchemy import event, select
from starlette.types import Message

from grader.service import course_editions, people
from grader.service.accept_submission import LARGEST
from grader.service.auth import auth_secrets, passwords
from grader.service.auth.passwords import HashPool, PasswordGuessLimit
from grader.service.data.tables import GradingState, Person, Role, Secret, SecretKind
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.web.security_middleware import POLICY, WITH_SCRIPT
from tests.render.samples import EVIL, hostile, report
from tests.render.samples import RIGHT as RIGHT_TASK
from tests.service.cast import Cast, routes
from tests.service.scene import RIGHT, WRONG, Scene
from tests.service.site import URL, Browser, server, token, words

PASSWORD = "correct horse battery"


def test_a_student_hands_in_and_sees_what_becomes_of_it(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    assert "Demonstration" in words(browser.get("/c/demo").text)
    first = browser.hand_in(RIGHT, key="1")
    second = browser.hand_in(WRONG, key="2")
    assert "waiting, number 2 in the queue" in words(browser.get(first).text)
    assert "This submission does not count." in words(browser.get(first).text)
    assert "waiting, number 1 in the queue" in words(browser.get(second).text)
    assert "This submission counts: it is the newest." in words(browser.get(second).text)
    course = words(browser.get("/c/demo").text)
    assert "counts : it is the newest" in course
    assert "does not count" in course


def test_a_form_sent_twice_is_one_submission(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    assert browser.hand_in(RIGHT) == browser.hand_in(RIGHT)
    assert browser.hand_in(WRONG) != browser.hand_in(RIGHT)


def test_what_is_refused_says_why(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    answer = browser.post(
        "/c/demo/demo/submissions",
        data={"csrf": browser.csrf, "key": "k"},
        files={"file": ("a.exe", b"MZ")},
    )
    assert answer.status_code == 400
    assert "not a kind of file that is graded" in answer.text


def test_a_pending_page_loads_itself_again_and_a_finished_one_does_not(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    where = browser.hand_in(RIGHT)
    assert 'http-equiv="refresh"' in browser.get(where).text
    _end(scene, GradingOutcome(GradingState.REFUSED, reason="It is empty <b>."))
    page = browser.get(where).text
    assert 'http-equiv="refresh"' not in page
    assert "It is empty &lt;b&gt;." in page


def _end(scene: Scene, outcome: GradingOutcome) -> None:
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "one", {scene.edition.id})
        assert claim is not None
        queue.finish_claim(session, claim, outcome)


def test_the_graders_own_trouble_is_not_told_to_students(scene: Scene) -> None:
    ada, staff = scene.person("ada"), scene.person("ines", Role.ASSISTANT)
    where = Browser(scene, ada).hand_in(RIGHT)
    _end(scene, GradingOutcome(GradingState.FAILED, reason="test_hidden_thing broke"))
    assert "test_hidden_thing" not in Browser(scene, ada).get(where).text
    assert "test_hidden_thing" in Browser(scene, staff).get(where).text


@pytest.mark.slow
def test_staff_find_submissions_by_task_and_verdict(scene: Scene) -> None:
    from tests.render.samples import EVERYTHING, report
    from tests.render.samples import RIGHT as FULL

    ada, ben = scene.person("ada"), scene.person("ben")
    scene.graded(ada, EVERYTHING)
    scene.graded(ben, report(FULL))
    staff = Browser(scene, scene.person("ines", Role.ASSISTANT))
    listed = "/c/demo/demo/submissions"
    assert "2 of 2" in words(staff.get(listed).text)
    wrong = staff.get(listed, params={"verdict": "wrong_answer"}).text
    assert "1 of 2" in words(wrong)
    assert "Ada" in wrong
    assert "Ben" not in words(wrong)
    right = staff.get(listed, params={"task": "2.1", "verdict": "accepted"}).text
    assert "Ben" in right


def test_the_matrix_has_a_row_for_each_and_a_column_for_each_task(scene: Scene) -> None:
    from tests.render.samples import EVERYTHING

    scene.graded(scene.person("ada"), EVERYTHING)
    page = Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get("/c/demo/matrix").text
    for task in EVERYTHING.tasks:
        assert f'<th scope="col">{task.id}</th>' in page


# Nothing acts -------------------------------------------------------------------------------

NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}\u202e"


@pytest.fixture
def hostile_site(scene: Scene) -> tuple[Scene, int]:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        session.get_one(Person, ada.id).name = NASTY
    return scene, scene.graded(ada, hostile(EVIL), filename="<svg onload=alert(1)>'\".py")


def test_nothing_of_a_students_acts_on_any_page(hostile_site: tuple[Scene, int]) -> None:
    scene, submission = hostile_site
    admin = Browser(scene, scene.person("root", None, admin=True))
    for path in (
        "/c/demo", "/c/demo/matrix", "/c/demo/people", "/c/demo/demo/submissions", "/admin",
        f"/s/{submission}",
    ):  # fmt: skip
        answer = admin.get(path)
        own = re.compile(r'<script src="/times-[0-9a-f]{16}\.js" defer></script>')
        policy = WITH_SCRIPT if own.search(answer.text) else POLICY
        assert answer.headers["content-security-policy"] == policy
        assert "<script" not in own.sub("", answer.text)
        assert not re.search(r"<(img|svg)[^>]*on\w+=", answer.text)
        assert "\u202e" not in answer.text
        assert "style=" not in answer.text
    assert "&lt;script&gt;" in admin.get("/c/demo/matrix").text


def test_a_report_has_the_name_of_who_handed_it_in(scene: Scene) -> None:
    zuleika = scene.person("zuleika")
    submission = scene.graded(zuleika, report(RIGHT_TASK), "mine.py")
    assert "<h1>Zuleika</h1>" in Browser(scene, zuleika).get(f"/s/{submission}/report").text


def test_a_report_runs_nothing_in_the_sites_origin(hostile_site: tuple[Scene, int]) -> None:
    scene, submission = hostile_site
    admin = Browser(scene, scene.person("root", None, admin=True))
    shown = admin.get(f"/s/{submission}/report")
    policy = shown.headers["content-security-policy"].split("; ")
    assert policy[:2] == ["sandbox", "default-src 'none'"]
    assert not any("script-src" in each for each in policy)
    assert "<script>alert" not in shown.text  # its own is kept from running by the policy
    file = admin.get(f"/s/{submission}/file")
    assert file.content == RIGHT
    assert file.headers["content-type"] == "application/octet-stream"
    disposition = file.headers["content-disposition"]
    assert disposition == f'attachment; filename="submission-{submission}.py"'
    assert file.headers["x-content-type-options"] == "nosniff"


@pytest.mark.slow
def test_pages_are_kept_by_nobody(scene: Scene) -> None:
    answer = Browser(scene, scene.person("ada")).get("/")
    assert answer.headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


# Bounds -------------------------------------------------------------------------------------


def test_a_body_that_says_it_is_too_long_is_not_read(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    answer = browser.post(
        "/c/demo/demo/submissions",
        content=b"short",
        headers={"content-length": str(LARGEST * 2), "content-type": "multipart/form-data"},
    )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("path", "signed", "kind"),
    [
        ("/sign-in", True, "application/x-www-form-urlencoded"),
        ("/c/demo/demo/submissions", True, "application/x-www-form-urlencoded"),
        ("/c/demo/demo/submissions", False, "multipart/form-data; boundary=x"),
        ("/c/demo/people", True, "multipart/form-data; boundary=x"),
    ],
)
def test_long_bodies_are_for_files_of_somebody_who_is_known(
    scene: Scene, path: str, signed: bool, kind: str
) -> None:
    browser = Browser(scene, scene.person("ada", Role.INSTRUCTOR) if signed else None)
    answer = browser.post(path, content=bytes(2 << 20), headers={"content-type": kind})
    assert answer.status_code == 413
    assert "1 MiB at most" in answer.text
    assert ("sign in again" in answer.text) == ("multipart" in kind and "submissions" in path)


def test_programs_hand_in_large_files_as_well(scene: Scene) -> None:
    own = token(scene, scene.person("ada"))
    cell = {"cell_type": "code", "source": "double = 1", "metadata": {"note": "x" * (3 << 20)}}
    answer = Browser(scene).post(
        "/api/v1/courses/demo/assignments/demo/submissions",
        files={"file": ("a.ipynb", json.dumps({"cells": [cell], "nbformat": 4}).encode())},
        headers={"idempotency-key": "k", **own},
    )
    assert answer.status_code == 201


def test_a_body_that_is_too_long_is_cut_off(scene: Scene) -> None:
    """Asked as servers ask an application: the client for tests reads a whole body beforehand."""
    browser = Browser(scene, scene.person("ada"))
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.ipynb"\r\n\r\n'
    sent: list[int] = []
    answers: list[Message] = []

    async def receive() -> Message:
        sent.append(1 << 22)
        assert sum(sent) < 2 * LARGEST, "It reads on and on."
        body = head if len(sent) == 1 else bytes(sent[-1])
        return {"type": "http.request", "body": body, "more_body": True}

    async def send(message: Message) -> None:
        answers.append(message)

    headers = {
        "host": "grades.test", "origin": URL, "cookie": f"session={browser.cookies['session']}",
        "content-type": "multipart/form-data; boundary=x",
    }  # fmt: skip
    scope = {
        "type": "http", "method": "POST", "path": "/c/demo/demo/submissions", "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    asyncio.run(server(scene)(scope, receive, send))
    assert answers[0]["status"] == 413


@pytest.mark.parametrize(
    "host", ["evil.test", "", "[::1", "evil.test/127.0.0.1", "a@127.0.0.1", "127.0.0.1.evil.test"]
)
def test_other_names_of_the_host_are_refused(scene: Scene, host: str) -> None:
    answer = Browser(scene).get("/sign-in", headers={"host": host})
    assert answer.status_code == 400
    assert "This service answers at http://" in answer.text


def test_a_name_of_the_host_may_have_a_port_and_capitals(scene: Scene) -> None:
    browser = Browser(scene)
    own = server(scene).state.kept.settings.hosts[0]
    for host in (own, own.upper(), f"{own}:8000"):
        assert browser.get("/sign-in", headers={"host": host}).status_code == 200


# Sessions -----------------------------------------------------------------------------------


def _link(scene: Scene, person: Person) -> str:
    with scene.database.writing() as session:
        return auth_secrets.issue_secret(session, person.id, SecretKind.LINK)


def test_a_link_signs_in_once_and_a_password_afterwards(scene: Scene) -> None:
    ada = scene.person("ada")
    link = _link(scene, ada)
    browser = Browser(scene)
    assert browser.get(f"/link/{link}").status_code == 200  # a preview does not spend it
    assert browser.post("/link", data={"link": link}).headers["location"] == "/account"
    assert browser.post("/link", data={"link": link}).status_code == 403
    csrf = auth_secrets.csrf_token(browser.cookies["session"])
    browser.post("/account/password", data={"csrf": csrf, "new": PASSWORD})
    other = Browser(scene)
    wrong = other.post("/sign-in", data={"login": "ada", "password": "something else"})
    assert wrong.status_code == 403
    right = other.post("/sign-in", data={"login": "Ada ", "password": PASSWORD})
    assert right.status_code == 303
    cookie = right.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert other.get("/").status_code == 200


def _enter(scene: Scene, link: str) -> int:
    return Browser(scene).post("/link", data={"link": link}).status_code


def test_the_newest_link_alone_is_good(scene: Scene) -> None:
    ada = scene.person("ada")
    earlier, link = _link(scene, ada), _link(scene, ada)
    assert (_enter(scene, earlier), _enter(scene, link)) == (403, 303)


def test_a_password_ends_links(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    link = _link(scene, ada)
    browser.post("/account/password", data={"csrf": browser.csrf, "new": PASSWORD})
    assert _enter(scene, link) == 403


def test_a_link_that_staff_of_one_course_know_leads_into_no_other(scene: Scene) -> None:
    ada = scene.person("ada")
    link = _link(scene, ada)
    with scene.database.writing() as session:
        other = course_editions.register_course(
            session, "other", scene.folder / "course", "Another course"
        )
        people.enrol_person(session, session.get_one(Person, ada.id), other, Role.INSTRUCTOR)
    assert _enter(scene, link) == 403


def test_no_link_outlives_that_its_person_becomes_an_administrator(scene: Scene) -> None:
    link = _link(scene, scene.person("ada"))
    with scene.database.writing() as session:
        people.add_person(session, "ada", admin=True)
    assert _enter(scene, link) == 403


def test_an_administrator_lets_somebody_in_who_forgot_the_password(scene: Scene) -> None:
    root = Browser(scene, scene.person("root", None, admin=True))
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    browser.post("/account/password", data={"csrf": browser.csrf, "new": PASSWORD})
    nobody = root.post("/admin/link", data={"csrf": root.csrf, "login": "nobody"})
    assert (nobody.status_code, "has the login" in words(nobody.text)) == (400, True)
    page = root.post("/admin/link", data={"csrf": root.csrf, "login": " ADA"}).text
    link = re.search(rf"{URL}/link/([\w-]+)", page)
    assert link is not None
    assert browser.get("/").status_code == 303, "Sessions end."
    old = {"login": "ada", "password": PASSWORD}
    assert Browser(scene).post("/sign-in", data=old).status_code == 403
    assert _enter(scene, link[1]) == 303
    assert f"person {ada.id}" in root.get("/admin").text


def test_a_new_password_ends_all_other_sessions(scene: Scene) -> None:
    ada = scene.person("ada")
    one, other = Browser(scene, ada), Browser(scene, ada)
    one.post("/account/password", data={"csrf": one.csrf, "new": PASSWORD})
    assert other.get("/").status_code == 303
    assert one.get("/").status_code == 200
    again = {
        "csrf": auth_secrets.csrf_token(one.cookies["session"]),
        "new": PASSWORD,
        "old": "not this one",
    }
    assert one.post("/account/password", data=again).status_code == 403


@pytest.mark.slow
def test_of_two_new_passwords_at_once_the_first_stays(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may write while a password is hashed, which takes long on purpose."""
    ada = scene.person("ada")
    one, other = Browser(scene, ada), Browser(scene, ada)
    server(scene).state.kept.hashes = HashPool(2)  # one is made while another one is
    quick = passwords.hash_password

    def slow(password: str) -> str:
        monkeypatch.setattr(passwords, "hash_password", quick)
        other.post("/account/password", data={"csrf": other.csrf, "new": "the first of both"})
        return quick(password)

    monkeypatch.setattr(passwords, "hash_password", slow)
    answer = one.post("/account/password", data={"csrf": one.csrf, "new": PASSWORD})
    assert answer.status_code == 409
    assert "changed from elsewhere" in answer.text
    first = {"login": "ada", "password": "the first of both"}
    assert Browser(scene).post("/sign-in", data=first).status_code == 303


def test_a_session_that_was_planted_is_not_taken_over(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene)
    browser.cookies.set("session", "planted", domain="grades.test")
    browser.post("/link", data={"link": _link(scene, ada)})
    attacker = Browser(scene)
    attacker.cookies.set("session", "planted", domain="grades.test")
    assert attacker.get("/").status_code == 303


def test_signing_out_ends_the_session_on_the_server(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    cookie = browser.cookies["session"]
    browser.post("/sign-out", data={"csrf": browser.csrf})
    browser.cookies.set("session", cookie, domain="grades.test")
    assert browser.get("/").status_code == 303


def test_secrets_expire_and_are_kept_as_hashes(scene: Scene) -> None:
    ada = scene.person("ada")
    link = _link(scene, ada)
    with scene.database.writing() as session:
        secret = session.scalars(select(Secret)).one()
        assert link not in {secret.hash, secret.note}
        secret.expires_at = 1.0
    assert Browser(scene).post("/link", data={"link": link}).status_code == 403


def test_guessing_has_an_end(scene: Scene) -> None:
    browser = Browser(scene)
    data = {"login": "ada", "password": "a guess"}
    now = [1000.0]
    browser.app.state.kept.guesses = PasswordGuessLimit(lambda: now[0])  # type: ignore[attr-defined]
    statuses = [browser.post("/sign-in", data=data).status_code for _ in range(11)]
    assert statuses == [403] * 10 + [429]
    now[0] += 120
    late = browser.post("/sign-in", data=data)
    assert "Try again in 3 minutes." in words(late.text)
    assert late.headers["retry-after"] == "180"
    assert browser.post("/sign-in", data={**data, "login": "ben"}).status_code == 403
    now[0] += 180
    assert browser.post("/sign-in", data=data).status_code == 403


def test_staff_add_people_who_get_a_link(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    lines = "new, New Person, student\nines, Renamed, instructor\n"
    page = staff.post("/c/demo/people", data={"csrf": staff.csrf, "lines": lines}).text
    link = re.search(rf"{URL}/link/([\w-]+)", page)
    assert link is not None
    assert "Renamed" not in page
    assert Browser(scene).post("/link", data={"link": link[1]}).status_code == 303
    wrong = staff.post("/c/demo/people", data={"csrf": staff.csrf, "lines": "x, X, student\ny"})
    assert wrong.status_code == 400
    assert "Line 2" in words(wrong.text)
    assert ">x<" not in staff.get("/c/demo/people").text


@pytest.mark.slow
def test_staff_of_a_course_get_no_link_of_an_administrator(scene: Scene) -> None:
    scene.person("root", None, admin=True)
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    lines = {"csrf": staff.csrf, "lines": "root, Root, student"}
    assert "/link/" not in staff.post("/c/demo/people", data=lines).text


def test_the_administrator_sees_workers_and_queue(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    page = Browser(scene, scene.person("root", None, admin=True)).get("/admin").text
    assert "No worker is running" in page
    assert "waiting 1" in words(page)


def test_tokens_end_with_a_password_if_their_owner_says_so(scene: Scene) -> None:
    ada = scene.person("ada")
    browser, own = Browser(scene, ada), token(scene, ada)
    status = scene.hand_in(ada)

    def asked() -> int:
        return browser.get(f"/api/v1/submissions/{status}", headers=own).status_code

    assert "otherwise they stay valid" in browser.get("/account").text
    browser.send_form("/account/password", {"new": PASSWORD})
    assert asked() == 200
    again = Browser(scene, ada)
    again.send_form("/account/password", {"old": PASSWORD, "new": PASSWORD, "programs": "end"})
    assert asked() == 401


def test_no_token_outlives_a_link_from_an_administrator(scene: Scene) -> None:
    ada = scene.person("ada")
    own, status = token(scene, ada), scene.hand_in(ada)
    root = Browser(scene, scene.person("root", None, admin=True))
    root.send_form("/admin/link", {"login": "ada"})
    assert root.get(f"/api/v1/submissions/{status}", headers=own).status_code == 401


def test_pages_have_an_icon(scene: Scene) -> None:
    browser = Browser(scene)
    found = re.search(r'<link rel="icon" type="image/svg\+xml" href="(/icon-\w+\.svg)">',
                      browser.get("/sign-in").text)  # fmt: skip
    assert found is not None
    icon = browser.get(found[1])
    assert icon.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in icon.headers["cache-control"]
    assert icon.text.startswith("<svg")


_READ_REPORTS = {
    "/c/{slug}/{assignment}/alike", "/s/{id}", "/s/{id}/marking", "/s/{id}/answer/{task}",
    "/s/{id}/report", "/api/v1/submissions/{id}/report", "/s/{id}/bindings",
    "/api/v1/submissions/{id}/feedback", "/api/v1/submissions/{id}/bindings",
    "/c/{slug}/{assignment}/similar/{one}/{other}",
}  # fmt: skip
"""Pages about the code of one or two submissions, and groups of failures; no list."""


def test_lists_do_not_read_reports(cast: Cast) -> None:
    browser, headers = cast.browser("instructor"), cast.token("instructor")
    reading: set[str] = set()
    seen: list[str] = []

    def note(*given: object) -> None:
        seen.append(str(given[2]))

    event.listen(cast.scene.database.engine, "before_cursor_execute", note)
    for method, path in routes(cast.app):
        if method == "GET" and not path.endswith("/events"):
            seen.clear()
            browser.get(cast.path(path), headers=headers if path.startswith("/api") else {})
            if any("report.text" in each for each in seen):
                reading.add(path)
    event.remove(cast.scene.database.engine, "before_cursor_execute", note)
    assert "/s/{id}/report" in reading
    assert reading <= _READ_REPORTS
