"""Signing in by an account elsewhere: who comes in, and what attackers try."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from sqlalchemy import select

from grader.service import people
from grader.service.auth.external_accounts import AccountProvider
from grader.service.data.tables import AuditEntry, ExternalIdentity, Person
from grader.service.upkeep.data_deletion import delete_person
from grader.service.web.app import make_app
from grader.service.web.server_settings import ServerSettings
from tests.service import provider as providers
from tests.service.provider import CLIENT, SECRET, Provided
from tests.service.scene import Scene
from tests.service.site import URL, Browser, words


@dataclass(frozen=True)
class _In:
    """A time of so many seconds from now."""

    seconds: int


@pytest.fixture
def provider() -> Iterator[Provided]:
    with providers.running() as running:
        yield running


@pytest.fixture
def site(scene: Scene, provider: Provided) -> Scene:
    """A service whose people may sign in by the provider's accounts."""
    known = AccountProvider(provider.address, CLIENT, SECRET, "Example", frozenset({"example.edu"}))
    scene.server = make_app(scene.database, ServerSettings.at(URL, known))
    scene.person("ada")
    return scene


def _left(browser: Browser) -> str:
    """Where the provider sends the browser back to."""
    away = browser.get("/sign-in/provider")
    assert away.status_code == 303, away.text
    sent = httpx2.get(away.headers["location"])
    back = urlsplit(sent.headers["location"])
    assert f"{back.scheme}://{back.netloc}" == URL
    return f"{back.path}?{back.query}"


def _signed_in(browser: Browser) -> httpx2.Response:
    return browser.get(_left(browser))


def _who(browser: Browser) -> str:
    """The login of who is signed in; empty if nobody is."""
    page = browser.get("/account")
    return words(page.text).partition("Account of ")[2].split(" ")[0]


def test_somebody_signs_in_and_is_known_from_then_on(site: Scene, provider: Provided) -> None:
    browser = Browser(site)
    assert "Sign in with Example" in browser.get("/sign-in").text
    back = _signed_in(browser)
    assert (back.status_code, back.headers["location"]) == (303, "/")
    assert _who(browser) == "ada"
    # The subject counts: an address that is another now, or somebody else's, changes nothing.
    provider.claims = {"email": "other@example.edu", "email_verified": False}
    again = Browser(site)
    _signed_in(again)
    assert _who(again) == "ada"
    with site.database.reading() as session:
        assert session.scalars(select(AuditEntry.deed)).all() == ["linked"]
        assert [each.subject for each in session.scalars(select(ExternalIdentity))] == ["subject-1"]


def test_without_a_provider_there_is_no_such_way(scene: Scene) -> None:
    browser = Browser(scene)
    assert "provider" not in browser.get("/sign-in").text
    assert browser.get("/sign-in/provider").status_code == 404
    assert browser.get("/sign-in/back?state=x&code=y").status_code == 404


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        ({"email_verified": False}, "does not say that a mail address is yours"),
        ({"email_verified": "true"}, "does not say that a mail address is yours"),
        ({"email_verified": None}, "does not say that a mail address is yours"),
        ({"email": None}, "does not say that a mail address is yours"),
        ({"email": "ada@example.org"}, "Nobody here has the login 'ada@example.org'"),
        ({"email": "ada@example.edu.evil.test"}, "Nobody here has the login"),
        ({"email": "root@example.edu"}, "signs in with a password"),
        ({"email": "@example.edu"}, "Nobody here has the login"),
    ],
)
def test_only_a_verified_address_of_somebody_here_is_linked(
    site: Scene, provider: Provided, claims: dict[str, object], sentence: str
) -> None:
    site.person("root", None, admin=True)
    provider.claims = claims
    browser = Browser(site)
    page = _signed_in(browser)
    assert page.status_code == 403
    assert sentence in words(page.text)
    assert _who(browser) == ""
    with site.database.reading() as session:
        assert session.scalars(select(ExternalIdentity)).all() == []


def test_an_address_may_stand_apart_from_the_token(site: Scene, provider: Provided) -> None:
    provider.claims = {"email": None, "email_verified": None}
    provider.apart = {"email": "ada@example.edu", "email_verified": True}
    browser = Browser(site)
    _signed_in(browser)
    assert _who(browser) == "ada"


@pytest.mark.parametrize(
    "apart",
    [
        {"sub": "subject-2"},
        {"sub": None},
        {"email_verified": False},
        {"email_verified": None},
        {"email": None},
    ],
    ids=str,
)
def test_what_stands_apart_has_to_be_about_the_same_account_and_verified(
    site: Scene, provider: Provided, apart: dict[str, object]
) -> None:
    provider.claims = {"email": None, "email_verified": None}
    provider.apart = {"email": "ada@example.edu", "email_verified": True, **apart}
    browser = Browser(site)
    assert _signed_in(browser).status_code == 403
    assert _who(browser) == ""
    assert provider.asked["/people"] == 1


def test_where_the_token_has_an_address_nothing_else_counts(
    site: Scene, provider: Provided
) -> None:
    provider.claims = {"email_verified": False}
    provider.apart = {"email": "ada@example.edu", "email_verified": True}
    assert _signed_in(Browser(site)).status_code == 403
    assert "/people" not in provider.asked


def test_a_whole_address_is_a_login_wherever_it_is(site: Scene, provider: Provided) -> None:
    site.person("ben@other.test")
    provider.claims = {"email": "Ben@Other.test"}
    browser = Browser(site)
    _signed_in(browser)
    assert _who(browser) == "ben@other.test"


def test_an_address_that_is_given_to_somebody_else_leads_nowhere(
    site: Scene, provider: Provided
) -> None:
    _signed_in(Browser(site))
    provider.claims = {"sub": "subject-2"}
    page = _signed_in(Browser(site))
    assert "signed in with another account" in words(page.text)
    with site.database.writing() as session:
        people.reset_access(session, "ada", session.scalars(select(Person.id)).first() or 0)
    browser = Browser(site)
    _signed_in(browser)
    assert _who(browser) == "ada"


def test_who_is_forgotten_has_no_account_left(site: Scene) -> None:
    _signed_in(Browser(site))
    with site.database.writing() as session:
        delete_person(session, "ada")
        assert session.scalars(select(ExternalIdentity)).all() == []
    assert _signed_in(Browser(site)).status_code == 403


def test_keys_may_change_at_any_time(site: Scene, provider: Provided) -> None:
    for _ in range(2):
        browser = Browser(site)
        _signed_in(browser)
        assert _who(browser) == "ada"
        provider.rotate()
    assert provider.asked["/keys"] == 2


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://evil.test"},
        {"aud": "another"},
        {"aud": ["another", "others"]},
        {"aud": [CLIENT, "another"]},  # for whom of the two?
        {"aud": None},
        {"azp": "another"},
        {"nonce": "another"},
        {"nonce": None},
        {"exp": _In(-3600)},
        {"exp": None},
        {"iat": _In(-3600)},
        {"iat": _In(3600)},
        {"iat": "now"},
        {"nbf": _In(3600)},
        {"sub": None},
        {"sub": ""},
        {"sub": {"$ne": 1}},
    ],
    ids=str,
)
def test_a_token_for_others_or_another_time_signs_nobody_in(
    site: Scene, provider: Provided, claims: dict[str, object]
) -> None:
    now = int(time.time())
    provider.claims = {
        name: now + value.seconds if isinstance(value, _In) else value
        for name, value in claims.items()
    }
    browser = Browser(site)
    assert _signed_in(browser).status_code == 403
    assert _who(browser) == ""


@pytest.mark.parametrize(
    "forge",
    [
        providers.unsigned,
        providers.by_the_secret,
        providers.by_a_strange_key,
        pytest.param(lambda _: "", id="empty"),
        pytest.param(lambda _: "a.b.c", id="nonsense"),
    ],
)
def test_a_token_that_the_provider_has_not_signed_signs_nobody_in(
    site: Scene, provider: Provided, forge: Callable[[dict[str, Any]], str]
) -> None:
    provider.forge = forge
    browser = Browser(site)
    assert _signed_in(browser).status_code == 403
    assert _who(browser) == ""


def test_who_did_not_leave_does_not_come_back(site: Scene, provider: Provided) -> None:
    """An attacker's own code, or one they have seen, signs in no other browser."""
    back = _left(Browser(site))
    victim = Browser(site)
    assert victim.get(back).status_code == 403
    _left(victim)
    assert victim.get(back).status_code == 403
    assert _who(victim) == ""
    assert "/token" not in provider.asked


def test_a_way_back_is_good_once(site: Scene) -> None:
    browser = Browser(site)
    back = _left(browser)
    cookie = browser.cookies["returning"]
    assert browser.get(back).status_code == 303
    assert "returning" not in browser.cookies
    thief = Browser(site)
    thief.cookies.set("returning", cookie, domain="grades.test")
    assert thief.get(back).status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        {"state": "x"},
        {"state": ""},
        {"code": ""},
        {"iss": "https://evil.test"},
        {"error": "denied"},
    ],
    ids=str,
)
def test_a_way_back_that_was_changed_leads_nowhere(site: Scene, change: dict[str, str]) -> None:
    browser = Browser(site)
    query = {name: values[0] for name, values in parse_qs(urlsplit(_left(browser)).query).items()}
    answer = browser.get("/sign-in/back", params={**query, **change})
    assert answer.status_code == 403
    assert _who(browser) == ""


def test_nobody_is_led_to_another_site(site: Scene) -> None:
    browser = Browser(site)
    extra = "&next=https://evil.test&redirect_uri=https://evil.test&to=//evil.test"
    away = browser.get(f"/sign-in/provider?x=1{extra}")
    assert "evil.test" not in away.headers["location"]
    answer = browser.get(_left(browser) + extra)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_the_cookie_that_somebody_brings_is_not_what_they_come_back_with(site: Scene) -> None:
    browser = Browser(site)
    browser.cookies.set("returning", "planted", domain="grades.test")
    away = browser.get("/sign-in/provider")
    assert "planted" not in away.headers["set-cookie"]
    cookie = away.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    # Nothing in the address leads back to it.
    raw = away.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert raw not in away.headers["location"]


@pytest.mark.parametrize(
    "about",
    [
        {"issuer": "https://evil.test"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": None},
        {"jwks_uri": "file:///etc/passwd"},
        {"userinfo_endpoint": "file:///etc/passwd"},
    ],
    ids=str,
)
def test_a_provider_that_describes_itself_wrongly_is_not_used(
    site: Scene, provider: Provided, about: dict[str, object]
) -> None:
    provider.about = about
    assert Browser(site).get("/sign-in/provider").status_code == 403


def test_a_provider_that_is_gone_keeps_nobody_out_who_has_a_password(scene: Scene) -> None:
    known = AccountProvider("http://127.0.0.1:1", CLIENT, SECRET, "Example")
    scene.server = make_app(scene.database, ServerSettings.at(URL, known))
    browser = Browser(scene)
    assert browser.get("/sign-in/provider").status_code == 403
    assert browser.get("/sign-in").status_code == 200


def test_those_who_come_back_too_often_wait(site: Scene) -> None:
    browser = Browser(site)
    server = site.server
    assert server is not None
    server.state.kept.returns.most = 2
    assert [browser.get("/sign-in/back").status_code for _ in range(3)] == [403, 403, 429]
