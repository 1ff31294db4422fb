"""A provider of accounts that does not answer: all others go on meanwhile."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import BadStatusLine, IncompleteRead
from typing import Any

import anyio.to_thread
import pytest

from grader.service.auth import oidc
from grader.service.auth.external_accounts import AccountProvider, IdentityClaims, person_of_account
from grader.service.auth.oidc import OidcProvider, SignInFailed
from grader.service.data.tables import Role
from grader.service.web.app import make_app
from grader.service.web.server_settings import ServerSettings
from tests.service.provider import CLIENT, SECRET
from tests.service.scene import Scene
from tests.service.site import URL, Browser

KNOWN = AccountProvider("https://login.example.edu", CLIENT, SECRET, "Example")
_PATIENCE = 20.0


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Semaphore, threading.Event]:
    """Counts who waits for the provider; they are refused once the event is set."""
    asked, ending = threading.Semaphore(0), threading.Event()

    def waits(*_: object, **__: object) -> dict[str, Any]:
        asked.release()
        ending.wait(_PATIENCE)
        raise SignInFailed("the provider does not answer")

    monkeypatch.setattr(oidc, "_fetch_json", waits)
    return asked, ending


def _keep_two_threads() -> None:
    anyio.to_thread.current_default_thread_limiter().total_tokens = 2


@pytest.mark.parametrize("path", ["/sign-in/provider", "/sign-in/back?state=x&code=y"])
def test_who_waits_for_a_provider_holds_up_nobody_else(
    scene: Scene, silent: tuple[threading.Semaphore, threading.Event],
    monkeypatch: pytest.MonkeyPatch, path: str,
) -> None:  # fmt: skip
    asked, ending = silent
    # As for somebody whose state is right: the answer to a code is waited for.
    monkeypatch.setattr(
        OidcProvider, "claims", lambda *_: oidc._fetch_json("https://login.example.edu")
    )
    scene.server = make_app(scene.database, ServerSettings.at(URL, KNOWN))
    with Browser(scene) as browser, ThreadPoolExecutor() as people:
        assert browser.portal is not None
        browser.portal.call(_keep_two_threads)
        try:
            left = [people.submit(browser.get, path) for _ in range(3)]
            assert asked.acquire(timeout=_PATIENCE)
            assert people.submit(browser.get, "/sign-in").result(_PATIENCE).status_code == 200
        finally:
            ending.set()
        assert [each.result(_PATIENCE).status_code for each in left] == [403] * 3


def test_a_provider_that_did_not_answer_is_not_asked_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def fails(url: str, *_: object, **__: object) -> dict[str, Any]:
        asked.append(url)
        raise SignInFailed("the provider does not answer")

    monkeypatch.setattr(oidc, "_fetch_json", fails)
    provider = OidcProvider(KNOWN, URL)
    for _ in range(3):
        with pytest.raises(SignInFailed, match="not answer"):
            provider.address("cookie")
    assert len(asked) == 1
    provider._failed -= oidc._REST
    with pytest.raises(SignInFailed):
        provider.address("cookie")
    assert len(asked) == 2


def test_who_signs_in_by_an_account_elsewhere_gets_no_link(scene: Scene) -> None:
    """Whoever enrols people could otherwise sign in as each of them at any time."""
    scene.person("ada")
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    list_of_one = {"csrf": staff.csrf, "lines": "ada, Ada, student"}
    found = re.search(r"/link/([\w-]+)", staff.post("/c/demo/people", data=list_of_one).text)
    assert found is not None
    with scene.database.writing() as session:
        claims = IdentityClaims(KNOWN.issuer, "subject-1", "ada@example.edu", verified=True)
        assert person_of_account(
            session, replace(KNOWN, domains=frozenset({"example.edu"})), claims
        )
    assert Browser(scene).post("/link", data={"link": found[1]}).status_code == 403
    assert "/link/" not in staff.post("/c/demo/people", data=list_of_one).text


@pytest.mark.parametrize("problem", [IncompleteRead(b"{"), BadStatusLine("nonsense")])
def test_a_provider_that_breaks_off_signs_nobody_in(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(oidc._opener, "open", breaks)
    scene.server = make_app(scene.database, ServerSettings.at(URL, KNOWN))
    answer = Browser(scene).get("/sign-in/provider")
    assert answer.status_code == 403
    assert "did not work" in answer.text
