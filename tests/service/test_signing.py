"""Signing in: what is spent, and who is kept out."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from grader.cli.admin import link
from grader.service import people
from grader.service.auth import auth_secrets, authentication, passwords
from grader.service.auth.access import SCOPES
from grader.service.auth.passwords import HashPool, PasswordGuessLimit, TooManyHashes
from grader.service.data.tables import AuditEntry, Role, SecretKind
from tests.service.scene import Scene
from tests.service.site import URL, Browser, server, words

PASSWORD = "correct horse battery"


def test_a_link_that_signs_nobody_in_is_not_spent(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        link = auth_secrets.issue_secret(session, ada.id, SecretKind.LINK)

    def fails(*_: object) -> str:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    browser = Browser(scene)
    with monkeypatch.context() as patch:
        patch.setattr(authentication, "sign_in", fails)
        assert browser.post("/link", data={"link": link}).status_code == 503
    assert browser.post("/link", data={"link": link}).headers["location"] == "/account"
    assert "Account of ada" in words(browser.get("/account").text)
    assert browser.post("/link", data={"link": link}).status_code == 403


def _guess(browser: Browser, password: str, login: str = "ada") -> int:
    return browser.post("/sign-in", data={"login": login, "password": password}).status_code


def test_nobody_is_kept_out_of_a_browser_in_which_they_have_signed_in(scene: Scene) -> None:
    with scene.database.writing() as session:
        for login in ("ada", "ben"):
            people.add_person(session, login).password = passwords.hash_password(PASSWORD)
    own, bens, new = Browser(scene), Browser(scene), Browser(scene)
    assert _guess(own, PASSWORD) == 303
    assert _guess(bens, PASSWORD, "ben") == 303
    stranger = TestClient(own.app, URL, client=("10.0.0.1", 1), headers={"origin": URL})
    server(scene).state.kept.guesses = everybody = PasswordGuessLimit(lambda: 1.0)
    for number in range(60):
        everybody.take("ada", f"10.0.1.{number % 6}")
    data = {"login": "ada", "password": PASSWORD}
    refused = [each.post("/sign-in", data=data) for each in (new, bens, stranger)]
    assert [each.status_code for each in refused] == [429] * 3
    assert "ask the administrator for a new link" in words(refused[0].text)
    assert [_guess(own, "a wrong guess") for _ in range(9)] == [403] * 9
    assert _guess(own, PASSWORD) == 303
    assert [_guess(own, "a wrong guess") for _ in range(2)] == [403, 429]


def test_a_new_link_ends_what_browsers_were_known_by(scene: Scene) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        cookie = authentication.known_browser_cookie(session, ada.id, "")
        assert authentication.known_browser_cookie(session, ada.id, cookie) == cookie
        assert authentication.find_known_browser_id(session, "Ada", cookie)
        assert not authentication.find_known_browser_id(session, "nobody", cookie)
        people.reset_access(session, "ada")
        assert not authentication.find_known_browser_id(session, "ada", cookie)


def test_who_runs_the_service_makes_a_link_by_a_command(scene: Scene) -> None:
    before = Browser(scene, scene.person("boss", None, admin=True))
    made = CliRunner().invoke(
        link, ["boss", "--url", URL, "--database", str(scene.database.url)]
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    found = re.search(rf"once: {URL}/link/(\S+)", made.stderr)
    assert found is not None
    assert before.get("/").headers["location"] == "/sign-in"
    browser = Browser(scene)
    assert browser.post("/link", data={"link": found[1]}).headers["location"] == "/account"
    with scene.database.reading() as session:
        assert session.scalars(select(AuditEntry.deed)).all() == ["got a link"]


def test_whose_session_has_ended_is_told_that_nothing_was_accepted(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    browser.cookies.clear()
    answer = browser.send_form("/c/demo/demo/submissions", {"key": "k"})
    assert answer.status_code == 403
    assert "You are signed out, so nothing was accepted." in words(answer.text)
    assert 'href="/sign-in"' in answer.text
    assert browser.get("/c/demo").headers["location"] == "/sign-in"


@pytest.fixture
def held_hash(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hashes begin, and end once the event is set; one is made at a time, and one more waits."""
    goes_on = threading.Event()

    def fits(*_: str) -> bool:
        assert goes_on.wait(60)
        return False

    monkeypatch.setattr(passwords, "is_right_password", fits)
    server(scene).state.kept.hashes = HashPool(1, 1)
    yield goes_on
    goes_on.set()


def test_nobody_waits_for_other_peoples_hashes(scene: Scene, held_hash: threading.Event) -> None:
    """Else a whole class that signs in keeps everybody from every page."""
    asking = AsyncClient(transport=ASGITransport(server(scene)), base_url=URL)

    async def sign_in(name: str) -> Response:
        data = {"login": name, "password": PASSWORD}
        return await asking.post("/sign-in", data=data, headers={"origin": URL})

    async def everything() -> list[Response]:
        crowd = [asyncio.create_task(sign_in(f"student{number}")) for number in range(60)]
        done, waiting = await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)
        while len(waiting) > 2:
            more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done |= more
        others = [await asking.get(page) for page in ("/health", "/ready", "/sign-in")]
        assert [each.status_code for each in others] == [200, 200, 200]
        held_hash.set()
        await asyncio.wait(waiting)
        return [each.result() for each in (*done, *waiting)]

    answers = asyncio.run(everything())
    assert Counter(each.status_code for each in answers) == {503: 58, 403: 2}
    refused = next(each for each in answers if each.status_code == 503)
    assert int(refused.headers["retry-after"]) > 0
    assert "your password was not tried" in words(refused.text)


def test_a_password_that_was_not_tried_is_no_guess(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> bool:
        raise TooManyHashes

    browser = Browser(scene)
    with monkeypatch.context() as patch:
        patch.setattr(HashPool, "run", full)
        assert {_guess(browser, PASSWORD) for _ in range(20)} == {503}
    assert _guess(browser, PASSWORD) == 403


@pytest.mark.parametrize(
    ("role", "own"),
    [
        (Role.STUDENT, {"read", "submit"}),
        (Role.ASSISTANT, {"read", "submit", "mark"}),
        (Role.INSTRUCTOR, {"read", "submit", "mark", "manage"}),
        (None, {"read", "submit", "mark", "manage", "measure"}),
    ],
)
def test_a_token_may_do_no_more_than_its_owner(
    scene: Scene, role: Role | None, own: set[str]
) -> None:
    person = scene.person("ada", role, admin=role is None)
    browser = Browser(scene, person)
    page = browser.get("/account").text
    assert set(re.findall(r'name="scopes" value="(\w+)"', page)) == own
    for scope in SCOPES:
        answer = browser.send_form("/account/tokens", {"note": "x", "scopes": ["read", scope]})
        assert answer.status_code == (200 if scope in own else 403)
        assert ('class="secret"' in answer.text) == (scope in own)
    with scene.database.writing() as session:
        raw = auth_secrets.issue_secret(session, person.id, SecretKind.API, scopes=" ".join(SCOPES))
        visitor = authentication.visitor_by_token(session, raw)
    assert visitor is not None
    assert visitor.scopes == own
