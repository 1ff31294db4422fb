"""Forged, replayed, mixed-up and expired messages of LTI: each is refused, and nobody gets in."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from joserfc.jwk import KeySet, OctKey, RSAKey
from sqlalchemy import func, select, update

from grader.service.data.lti_tables import LtiContext, LtiDeployment, LtiLogin, LtiPlatform
from grader.service.data.tables import Person, Secret, SecretKind
from grader.service.lti import launch_claims as names
from grader.service.lti import platforms
from grader.service.lti.launch_claims import LaunchRefused
from grader.service.lti.launch_login import DEEP_LINK, LAUNCH, LOGIN
from grader.service.lti.platform_keys import PlatformKeys
from tests.service import lti_platform
from tests.service.lti_platform import (
    Claims,
    Platform,
    begin,
    by_public_key,
    by_strange_key,
    register,
    send,
    unsigned,
)
from tests.service.scene import Scene
from tests.service.site import URL, Browser

OTHER = "https://evil.test"


@pytest.fixture
def platform(scene: Scene) -> Iterator[Platform]:
    """A registered platform with a linked context: an honest launch gets in."""
    with lti_platform.running() as found:
        row = register(scene, found)
        with scene.database.writing() as session:
            session.add(
                LtiContext(
                    platform_id=row.id, deployment=lti_platform.DEPLOYMENT,
                    name=lti_platform.CONTEXT, title="Algorithms 1", course_id=scene.course.id,
                )
            )  # fmt: skip
        yield found


def _got_in(scene: Scene, answer: httpx2.Response) -> bool:
    """Whether anybody was signed in, or asked whether they want to be."""
    with scene.database.reading() as session:
        sessions = session.scalars(
            select(func.count()).select_from(Secret).where(Secret.kind == SecretKind.SESSION.value)
        ).one()
        waiting = session.scalars(
            select(func.count()).select_from(LtiLogin).where(LtiLogin.message != "")
        ).one()
        people = session.scalars(select(func.count()).select_from(Person)).one()
    return answer.status_code < 400 or bool(sessions or waiting) or people != 1


Forge = Callable[[Platform, Claims], str]


def _with(**changes: Any) -> Forge:
    """An honest token, but for these claims; ``None`` leaves one out."""

    def forge(platform: Platform, claims: Claims) -> str:
        found = {**claims, **changes}
        return platform.sign({key: value for key, value in found.items() if value is not None})

    return forge


def _claim(name: str, value: Any) -> Forge:
    return _with(**{name: value})


def _at(**seconds: float) -> Forge:
    """An honest token of another time."""

    def forge(platform: Platform, claims: Claims) -> str:
        now = time.time()
        return platform.sign({**claims, **{key: int(now + by) for key, by in seconds.items()}})

    return forge


def _changed_payload(platform: Platform, claims: Claims) -> str:
    head, _, signature = platform.sign(claims).split(".")
    other = platform.sign({**claims, "sub": "root"}).split(".")[1]
    return f"{head}.{other}.{signature}"


def _without_signature(platform: Platform, claims: Claims) -> str:
    return platform.sign(claims).rpartition(".")[0] + "."


def _own_key_inside(platform: Platform, claims: Claims) -> str:
    own = RSAKey.generate_key(2048, {"kid": "first"})
    return by_strange_key(claims, jwk=own.as_dict(private=False))


TOKENS: dict[str, Forge] = {
    "no token": lambda _, __: "",
    "no token at all": lambda _, __: "a.b.c",
    "algorithm none": lambda _, claims: unsigned(claims),
    "the public key as a secret": by_public_key,
    "another key under the same id": lambda _, claims: by_strange_key(claims),
    "a key that nobody published": lambda _, claims: by_strange_key(claims, kid="second"),
    "a key that the token brings along": _own_key_inside,
    "a key at an address of the attacker": lambda _, claims: by_strange_key(
        claims, jku=f"{OTHER}/keys"
    ),
    "no key id": lambda platform, claims: platform.sign(claims, kid=""),
    "an extension that must be understood": lambda _, claims: by_strange_key(
        claims, crit=["b64"], b64=False
    ),
    "no signature": _without_signature,
    "the signature of other claims": _changed_payload,
    "a huge token": _claim("padding", "x" * 70_000),
    "deep nesting": lambda platform, claims: platform.sign(claims).replace(
        ".", "." + "W" * 9000, 1
    ),
    "another issuer": _claim("iss", OTHER),
    "no issuer": _claim("iss", None),
    "another audience": _claim("aud", "client-2"),
    "no audience": _claim("aud", None),
    "several audiences and no party": _claim("aud", ["client-1", "client-2"]),
    "another authorized party": _claim("azp", "client-2"),
    "another nonce": _claim("nonce", "x" * 43),
    "no nonce": _claim("nonce", None),
    "a nonce that is no text": _claim("nonce", 7),
    "expired": _at(iat=-400, exp=-100),
    "from the future": _at(iat=600, exp=900),
    "not valid yet": _at(nbf=600),
    "of last week, and good for a year": _at(iat=-7 * 86400, exp=365 * 86400),
    "no expiry": _claim("exp", None),
    "an expiry that is no number": _claim("exp", "never"),
    "no time": _claim("iat", None),
    "another deployment": _claim(names.DEPLOYMENT, "deployment-2"),
    "no deployment": _claim(names.DEPLOYMENT, None),
    "another version": _claim(names.VERSION, "1.1.0"),
    "no version": _claim(names.VERSION, None),
    "another type of message": _claim(names.MESSAGE_TYPE, "LtiSubmissionReviewRequest"),
    "no type of message": _claim(names.MESSAGE_TYPE, None),
    "a target elsewhere": _claim(names.TARGET, f"{OTHER}/lti/launch"),
    "a target that was not asked for": _claim(names.TARGET, URL + DEEP_LINK),
    "no subject": _claim("sub", None),
    "a subject without end": _claim("sub", "x" * 300),
    "a subject that is no text": _claim("sub", ["root"]),
    "no context": _claim(names.CONTEXT, None),
    "a context that is no object": _claim(names.CONTEXT, "course-101"),
    "no resource link": _claim(names.RESOURCE_LINK, {}),
    "no roles": _claim(names.ROLES, None),
    "roles that are no list": _claim(names.ROLES, "Instructor"),
}
"""What an attacker sends in place of the platform's message, with the right state and cookie."""


def test_an_honest_message_gets_in(scene: Scene, platform: Platform) -> None:
    """Otherwise all others could be refused for another reason than their own."""
    browser = Browser(scene)
    asked = begin(browser, platform)
    answer = send(browser, asked["state"], platform.sign(platform.claims(asked["nonce"])))
    assert _got_in(scene, answer)


def test_there_are_many() -> None:
    assert len(TOKENS) + len(STATES) + len(LOGINS) >= 40


@pytest.mark.parametrize("name", TOKENS)
def test_a_message_that_cannot_be_trusted_is_refused(
    scene: Scene, platform: Platform, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    browser = Browser(scene)
    asked = begin(browser, platform)
    token = TOKENS[name](platform, platform.claims(asked["nonce"]))
    with caplog.at_level(logging.WARNING):
        answer = send(browser, asked["state"], token)
    assert answer.status_code == 403
    assert not _got_in(scene, answer)
    assert "was refused" in caplog.text  # with a reason, which is not for whoever attacks
    # What was refused has spent the state: an honest message does not get in by it any more.
    again = send(browser, asked["state"], platform.sign(platform.claims(asked["nonce"])))
    assert not _got_in(scene, again)


def _no_state(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    asked = begin(browser, platform)
    return send(browser, "", platform.sign(platform.claims(asked["nonce"])))


def _made_up_state(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    asked = begin(browser, platform)
    return send(browser, "x" * 43, platform.sign(platform.claims(asked["nonce"])))


def _anothers_browser(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    """An attacker begins a launch, and has a victim's browser finish it."""
    asked = begin(Browser(scene), platform)
    begin(browser, platform)  # the victim has a cookie of their own
    return send(browser, asked["state"], platform.sign(platform.claims(asked["nonce"])))


def _no_cookie(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    asked = begin(browser, platform)
    browser.cookies.clear()
    return send(browser, asked["state"], platform.sign(platform.claims(asked["nonce"])))


def _nonce_of_another_login(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    first, second = begin(browser, platform), begin(browser, platform)
    return send(browser, second["state"], platform.sign(platform.claims(first["nonce"])))


def _too_late(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    asked = begin(browser, platform)
    with scene.database.writing() as session:
        session.execute(update(LtiLogin).values(expires_at=time.time() - 1))
    return send(browser, asked["state"], platform.sign(platform.claims(asked["nonce"])))


def _removed_meanwhile(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    asked = begin(browser, platform)
    with scene.database.writing() as session:
        session.execute(update(LtiPlatform).values(removed_at=time.time()))
    return send(browser, asked["state"], platform.sign(platform.claims(asked["nonce"])))


def _sign_in_by_deep_linking(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    """A launch that needs no cookie must not sign anybody in."""
    asked = begin(browser, platform, URL + DEEP_LINK)
    claims = {**platform.claims(asked["nonce"]), names.TARGET: URL + DEEP_LINK}
    return send(browser, asked["state"], platform.sign(claims))


def _another_platform(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    """A platform that is registered as well speaks for this one, with its own key."""
    with lti_platform.running() as other:
        with scene.database.writing() as session:
            admin = session.scalars(select(Person.id)).one()
            platforms.add_platform(session, admin, other.details(name="Other"))
        asked = begin(browser, other)
        return send(browser, asked["state"], other.sign(platform.claims(asked["nonce"])))


def _key_of_another_platform(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    with lti_platform.running() as other:
        with scene.database.writing() as session:
            admin = session.scalars(select(Person.id)).one()
            platforms.add_platform(session, admin, other.details(name="Other"))
        asked = begin(browser, platform)
        return send(browser, asked["state"], other.sign(platform.claims(asked["nonce"])))


def _error_of_the_platform(scene: Scene, platform: Platform, browser: Browser) -> httpx2.Response:
    asked = begin(browser, platform)
    return browser.post(LAUNCH, data={"state": asked["state"], "error": "login_required"})


def _code_in_place_of_a_token(
    scene: Scene, platform: Platform, browser: Browser
) -> httpx2.Response:
    asked = begin(browser, platform)
    return browser.post(LAUNCH, data={"state": asked["state"], "code": "x"})


STATES: dict[str, Callable[[Scene, Platform, Browser], httpx2.Response]] = {
    "no state": _no_state,
    "a state that was made up": _made_up_state,
    "a launch of another browser": _anothers_browser,
    "no cookie": _no_cookie,
    "the nonce of another login": _nonce_of_another_login,
    "too late": _too_late,
    "a platform that was removed": _removed_meanwhile,
    "a sign-in by the address of deep linking": _sign_in_by_deep_linking,
    "a platform that speaks for another": _another_platform,
    "the key of another platform": _key_of_another_platform,
    "an error of the platform": _error_of_the_platform,
    "something else than a token": _code_in_place_of_a_token,
}


@pytest.mark.parametrize("name", STATES)
def test_a_message_that_does_not_fit_its_login_is_refused(
    scene: Scene, platform: Platform, name: str
) -> None:
    answer = STATES[name](scene, platform, Browser(scene))
    assert answer.status_code == 403
    assert not _got_in(scene, answer)


def test_a_message_is_good_once(scene: Scene, platform: Platform) -> None:
    browser = Browser(scene)
    asked = begin(browser, platform)
    token = platform.sign(platform.claims(asked["nonce"]))
    assert send(browser, asked["state"], token).status_code == 303
    assert send(browser, asked["state"], token).status_code == 403
    other = begin(browser, platform)
    assert send(browser, other["state"], token).status_code == 403


LOGINS = {
    "an issuer that nobody registered": {"iss": OTHER},
    "another client id": {"client_id": "client-2"},
    "a target elsewhere": {"target_link_uri": f"{OTHER}/lti/launch"},
    "a target that begins alike": {"target_link_uri": f"{URL}.evil.test/lti/launch"},
    "a target with a user": {"target_link_uri": f"{URL}@evil.test/lti/launch"},
    "another page of the service": {"target_link_uri": f"{URL}/sign-out"},
    "a target with more behind it": {"target_link_uri": f"{URL}/lti/launch?next={OTHER}"},
    "no target": {"target_link_uri": ""},
    "a script": {"target_link_uri": "javascript:alert(1)"},
    "no hint": {"login_hint": ""},
    "a hint without end": {"lti_message_hint": "x" * 3000},
}


@pytest.mark.parametrize("name", LOGINS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_launch_that_cannot_begin_leads_nowhere(
    scene: Scene, platform: Platform, name: str, method: str
) -> None:
    asked = {"iss": platform.address, "login_hint": "x", "target_link_uri": URL + LAUNCH}
    how = "params" if method == "GET" else "data"
    answer = Browser(scene).request(method, LOGIN, **{how: asked | LOGINS[name]})  # type: ignore[arg-type]
    assert answer.status_code == 403
    assert "location" not in answer.headers
    assert OTHER not in answer.text
    with scene.database.reading() as session:
        assert session.scalars(select(func.count()).select_from(LtiLogin)).one() == 0


def test_an_issuer_with_two_clients_has_to_say_which(scene: Scene, platform: Platform) -> None:
    with scene.database.writing() as session:
        admin = session.scalars(select(Person.id)).one()
        platforms.add_platform(session, admin, platform.details(client_id="client-2"))
    asked = {"iss": platform.address, "login_hint": "x", "target_link_uri": URL + LAUNCH}
    assert Browser(scene).get(LOGIN, params=asked).status_code == 403
    assert Browser(scene).get(LOGIN, params={**asked, "client_id": "client-2"}).status_code == 303


def test_a_deployment_that_nobody_accepted_waits_for_an_administrator(
    scene: Scene, platform: Platform
) -> None:
    for number in range(platforms.MOST_WAITING + 5):
        browser = Browser(scene)
        asked = begin(browser, platform)
        claims = {**platform.claims(asked["nonce"]), names.DEPLOYMENT: f"new {number}"}
        assert send(browser, asked["state"], platform.sign(claims)).status_code == 403
    with scene.database.reading() as session:
        waiting = session.scalars(
            select(LtiDeployment.name).where(LtiDeployment.accepted_at == 0.0)
        ).all()
        row = session.scalars(select(LtiPlatform)).one()
        admin = session.scalars(select(Person)).one()
    assert len(waiting) == platforms.MOST_WAITING
    page = Browser(scene, admin).get("/admin/lti").text
    assert "launches are refused until it is accepted" in page
    Browser(scene, admin).send_form(f"/admin/lti/platforms/{row.id}/deployments", {"name": "new 0"})
    browser = Browser(scene)
    asked = begin(browser, platform)
    claims = {**platform.claims(asked["nonce"]), names.DEPLOYMENT: "new 0"}
    answer = send(browser, asked["state"], platform.sign(claims))
    assert "is not linked to a course" in answer.text


def test_keys_of_a_platform_rotate_and_unknown_ones_are_looked_for_now_and_then(
    scene: Scene, platform: Platform
) -> None:
    with scene.database.reading() as session:
        row = session.scalars(select(LtiPlatform)).one()
    now = [0.0]
    keys = PlatformKeys(clock=lambda: now[0])
    assert keys.find(row, "first").kid == "first"
    platform.key = RSAKey.generate_key(2048, {"kid": "second"})
    for _ in range(20):  # however many messages name it
        with pytest.raises(LaunchRefused, match="no key 'second'"):
            keys.find(row, "second")
    assert platform.paths("GET").count("/keys") == 1
    now[0] += 31
    assert keys.find(row, "second").kid == "second"
    with pytest.raises(LaunchRefused, match="no key 'first'"):
        keys.find(row, "first")
    assert platform.paths("GET").count("/keys") == 2


@pytest.mark.parametrize(
    ("published", "said"),
    [
        ({"keys": []}, "no key"),
        ({"keys": [{"kty": "RSA"}]}, "no key"),
        ({"keys": [{"kty": "RSA", "kid": "first", "n": "AQAB" * 20, "e": "AQAB"}]}, "no key"),
        ({"keys": [{"kty": "RSA", "kid": "first", "n": "!" * 400, "e": "AQAB"}]}, "none"),
        ({"keys": ["first"]}, "none"),
        ({"other": 1}, "none"),
        ("<html>", "none"),
        ("[" * 100_000, "none"),
        ("x" * 300_000, "more than"),
    ],
)  # fmt: skip
def test_keys_that_are_none_or_too_weak_are_not_used(
    scene: Scene, platform: Platform, published: Any, said: str
) -> None:
    platform.public = published
    with scene.database.reading() as session:
        row = session.scalars(select(LtiPlatform)).one()
    with pytest.raises(LaunchRefused, match=said):
        PlatformKeys().find(row, "first")


def test_a_secret_among_public_keys_is_no_key(scene: Scene, platform: Platform) -> None:
    platform.public = dict(
        KeySet([OctKey.generate_key(256, {"kid": "first"})]).as_dict(private=True)
    )
    with scene.database.reading() as session:
        row = session.scalars(select(LtiPlatform)).one()
    with pytest.raises(LaunchRefused, match="no key"):
        PlatformKeys().find(row, "first")


def test_keys_are_not_fetched_from_the_services_own_network(scene: Scene) -> None:
    with lti_platform.running() as platform:
        row = register(scene, platform)
        row.private = False
        row.jwks_url = row.jwks_url.replace("http:", "https:")
        with pytest.raises(LaunchRefused, match="not a public address"):
            PlatformKeys().find(row, "first")
        assert platform.got == []
