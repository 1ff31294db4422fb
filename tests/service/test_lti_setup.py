"""Setting LTI up: platforms by hand and by themselves, keys, and chosen assignments."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import select, update

from grader.service import ServiceProblem
from grader.service.data.lti_tables import (
    LtiContext,
    LtiDeployment,
    LtiKey,
    LtiPlatform,
    LtiRegistrationTicket,
)
from grader.service.lti import launch_claims as names
from grader.service.lti import platforms, tool_keys
from grader.service.lti.launch_login import DEEP_LINK
from tests.service import lti_platform
from tests.service.lti_platform import CLIENT, Claims, Platform, begin, register, send
from tests.service.scene import Scene
from tests.service.site import URL, Browser, words


def _admin(scene: Scene) -> Browser:
    return Browser(scene, scene.person("root", None, admin=True))


def _fields(**changes: str) -> dict[str, str]:
    return {
        "name": "Canvas", "issuer": "https://canvas.instructure.com", "client_id": "10000000000001",
        "auth_url": "https://sso.canvaslms.com/api/lti/authorize_redirect",
        "token_url": "https://sso.canvaslms.com/login/oauth2/token",
        "jwks_url": "https://sso.canvaslms.com/api/lti/security/jwks", "deployments": "1:a 2:b",
        **changes,
    }  # fmt: skip


def test_an_administrator_adds_a_platform_by_hand(scene: Scene) -> None:
    admin = _admin(scene)
    assert admin.send_form("/admin/lti/platforms", _fields()).status_code == 303
    page = words(admin.get("/admin/lti").text)
    assert "https://canvas.instructure.com" in page
    assert f"{URL}/lti/login" in page
    assert re.search(r"Deployment 1:a Deployment 2:b", page)
    again = admin.send_form("/admin/lti/platforms", _fields())
    assert "already" in again.text
    admin.send_form("/admin/lti/platforms/1/remove", {})
    assert "No platform is registered" in admin.get("/admin/lti").text
    assert admin.send_form("/admin/lti/platforms", _fields()).status_code == 303


@pytest.mark.parametrize(
    "changes",
    [
        {"name": " "}, {"issuer": ""}, {"client_id": "x" * 300},
        {"auth_url": "javascript:alert(1)"},
        {"auth_url": "http://canvas.test/a"}, {"token_url": "https://user@canvas.test/"},
        {"jwks_url": "file:///etc/passwd"}, {"jwks_url": ""},
    ],
)  # fmt: skip
def test_a_platform_with_wrong_details_is_not_added(scene: Scene, changes: dict[str, str]) -> None:
    admin = _admin(scene)
    assert admin.send_form("/admin/lti/platforms", _fields(**changes)).status_code == 400
    with scene.database.reading() as session:
        assert session.scalars(select(LtiPlatform)).all() == []


def test_the_keys_of_the_service_rotate(scene: Scene) -> None:
    admin, anybody = _admin(scene), Browser(scene)
    assert anybody.get("/lti/jwks").json() == {"keys": []}
    admin.send_form("/admin/lti/keys", {})
    (first,) = anybody.get("/lti/jwks").json()["keys"]
    assert {"kid", "n", "e", "kty", "alg", "use"} == set(first)
    assert _signing_key(scene) == first["kid"]
    admin.send_form("/admin/lti/keys", {})
    both = [each["kid"] for each in anybody.get("/lti/jwks").json()["keys"]]
    assert both[0] == first["kid"]
    assert len(both) == 2
    assert _signing_key(scene) == first["kid"]  # until platforms know the other one
    _let_pass(scene, 3700)
    assert _signing_key(scene) == both[1]
    assert len(anybody.get("/lti/jwks").json()["keys"]) == 2
    _let_pass(scene, 90_000)
    assert [each["kid"] for each in anybody.get("/lti/jwks").json()["keys"]] == [both[1]]


def test_a_key_that_others_know_is_withdrawn_at_once(scene: Scene) -> None:
    admin = _admin(scene)
    admin.send_form("/admin/lti/keys", {})
    alone = admin.send_form("/admin/lti/keys/1/withdraw", {})
    assert "It is the only key" in alone.text
    admin.send_form("/admin/lti/keys", {})
    assert admin.send_form("/admin/lti/keys/1/withdraw", {}).status_code == 303
    (left,) = admin.get("/lti/jwks").json()["keys"]
    assert _signing_key(scene) == left["kid"]


def _signing_key(scene: Scene) -> str:
    with scene.database.reading() as session:
        keys = KeySet.import_key_set(tool_keys.public_key_set(session))  # type: ignore[arg-type]
        token = jwt.decode(tool_keys.sign_claims(session, {"a": 1}), keys, algorithms=["RS256"])
        return str(token.header["kid"])


def _let_pass(scene: Scene, seconds: float) -> None:
    with scene.database.writing() as session:
        session.execute(update(LtiKey).values(starts_at=LtiKey.starts_at - seconds))
        session.execute(
            update(LtiKey).where(LtiKey.ends_at > 0).values(ends_at=LtiKey.ends_at - seconds)
        )


def _configuration(platform: Platform, **changes: Any) -> dict[str, Any]:
    return {
        "issuer": platform.address, "authorization_endpoint": f"{platform.address}/auth",
        "token_endpoint": f"{platform.address}/token", "jwks_uri": f"{platform.address}/keys",
        "registration_endpoint": f"{platform.address}/register",
        "https://purl.imsglobal.org/spec/lti-platform-configuration": {
            "product_family_code": "moodle", "version": "4.5"
        },
        **changes,
    }  # fmt: skip


def _registration_link(scene: Scene) -> str:
    page = _admin(scene).send_form("/admin/lti/registrations", {"private": "yes"}).text
    return str(re.findall(r"/lti/register/[\w-]+", page)[0])


def test_a_platform_registers_itself_by_a_link_that_is_good_once(scene: Scene) -> None:
    with lti_platform.running() as platform:
        link, browser = _registration_link(scene), Browser(scene)
        asked = {"openid_configuration": f"{platform.address}/configuration",
                 "registration_token": "secret-token"}  # fmt: skip
        page = browser.get(link, params=asked)
        assert "Register 127.0.0.1" in words(page.text)
        assert platform.got == []  # looking changes nothing
        tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
        platform.answers += [
            ("GET", "/configuration", 200, _configuration(platform)),
            ("POST", "/register", 201, {"client_id": "new-client", tool: {"deployment_id": "7"}}),
        ]
        form = {"configuration": asked["openid_configuration"], "token": "secret-token"}
        done = browser.post(link, data=form)
        assert "Moodle 127.0.0.1 is registered" in words(done.text), done.text
        sent = platform.got[-1][2]
        assert sent["initiate_login_uri"] == f"{URL}/lti/login"
        assert sent["redirect_uris"] == [f"{URL}/lti/launch"]
        assert sent["jwks_uri"] == f"{URL}/lti/jwks"
        assert sent["token_endpoint_auth_method"] == "private_key_jwt"
        assert [each["target_link_uri"] for each in sent[tool]["messages"]] == [
            f"{URL}/lti/launch", f"{URL}/lti/deep-link"
        ]  # fmt: skip
        assert "used, or is too old" in browser.post(link, data=form).text
    with scene.database.reading() as session:
        (row,) = session.scalars(select(LtiPlatform))
        assert (row.client_id, row.issuer) == ("new-client", platform.address)
        assert platforms.record_and_check_deployment(session, row.id, "7")
        assert len(session.scalars(select(LtiDeployment)).all()) == 1


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({"issuer": "https://moodle.test"}, {"client_id": "x"}, "another server has it"),
        ({"jwks_uri": None}, {"client_id": "x"}, "lacks issuer"),
        ({"jwks_uri": "file:///etc/passwd"}, {"client_id": "x"}, "is not an address"),
        ({}, {"other": "x"}, "gave no client id"),
        ({}, "<html>", "something else than JSON"),
    ],
)
def test_a_registration_that_cannot_be_right_adds_nothing(
    scene: Scene, first: dict[str, Any], second: Any, said: str
) -> None:
    with lti_platform.running() as platform:
        link = _registration_link(scene)
        platform.answers += [
            ("GET", "/configuration", 200, _configuration(platform, **first)),
            ("POST", "/register", 200, second),
        ]
        form = {"configuration": f"{platform.address}/configuration"}
        answer = Browser(scene).post(link, data=form)
    assert said in words(answer.text)
    with scene.database.reading() as session:
        assert session.scalars(select(LtiPlatform)).all() == []
        # It may be tried again.
        assert len(session.scalars(select(LtiRegistrationTicket)).all()) == 1


def test_nobody_registers_a_platform_without_a_link(scene: Scene) -> None:
    with lti_platform.running() as platform:
        form = {"configuration": f"{platform.address}/configuration"}
        assert Browser(scene).post("/lti/register/guessed", data=form).status_code == 400
        link = _registration_link(scene)
        with scene.database.writing() as session:
            session.execute(update(LtiRegistrationTicket).values(expires_at=time.time() - 1))
        assert Browser(scene).post(link, data=form).status_code == 400
        assert platform.got == []
        foreign = Browser(scene)
        foreign.headers["origin"] = "https://evil.test"
        assert foreign.post(link, data=form).status_code == 403


def test_a_registration_does_not_lead_into_the_services_own_network(scene: Scene) -> None:
    page = _admin(scene).send_form("/admin/lti/registrations", {}).text
    link = re.findall(r"/lti/register/[\w-]+", page)[0]
    for where in ("https://127.0.0.1:1/c", "http://localhost/c", "https://[::1]/c"):
        answer = Browser(scene).post(link, data={"configuration": where})
        assert answer.status_code == 400
        assert "not a public address" in answer.text or "is not an address" in words(answer.text)


def _deep_link(scene: Scene, platform: Platform, **changes: Any) -> Any:
    browser = Browser(scene)
    asked = begin(browser, platform, URL + DEEP_LINK)
    assert not browser.cookies  # it works in a frame, where browsers keep none
    claims: Claims = {**platform.deep_claims(asked["nonce"]), **changes}
    return send(browser, asked["state"], platform.sign(claims))


def _linked(scene: Scene, platform: Platform) -> None:
    row = register(scene, platform)
    with scene.database.writing() as session:
        session.add(
            LtiContext(
                platform_id=row.id, deployment=lti_platform.DEPLOYMENT, name=lti_platform.CONTEXT,
                title="Algorithms 1", course_id=scene.course.id,
            )
        )  # fmt: skip


def test_an_instructor_chooses_an_assignment_and_a_signed_message_goes_back(scene: Scene) -> None:
    with lti_platform.running() as platform:
        _linked(scene, platform)
        page = _deep_link(scene, platform)
        assert page.status_code == 200, page.text
        policy = page.headers["content-security-policy"]
        assert f"frame-ancestors {platform.address};" in f"{policy};"
        assert f"form-action 'self' {platform.address};" in policy
        assert f'action="{platform.address}/return?course=1"' in page.text
        (token,) = re.findall(r'name="JWT" value="([^"]+)"', page.text)
        keys = KeySet.import_key_set(Browser(scene).get("/lti/jwks").json())
    claims = jwt.decode(token, keys, algorithms=["RS256"]).claims
    assert (claims["iss"], claims["aud"]) == (CLIENT, [platform.address])
    assert claims[names.MESSAGE_TYPE] == "LtiDeepLinkingResponse"
    assert claims[names.DEEP_DATA] == "csrf:17"
    (item,) = claims[names.CONTENT_ITEMS]
    assert item["url"] == f"{URL}/lti/launch"
    assert item["custom"] == {"assignment": "demo"}
    assert item["lineItem"]["resourceId"] == "demo"
    assert claims["exp"] > time.time()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({names.ROLES: lti_platform.ROLES["student"]}, "Only instructors"),
        ({names.ROLES: lti_platform.ROLES["assistant"]}, "Only instructors"),
        ({names.DEEP_SETTINGS: {"accept_types": ["html"]}}, "something else than a link"),
        ({names.DEEP_SETTINGS: {"accept_types": ["ltiResourceLink"]}}, "was refused"),
        ({names.CONTEXT: {"id": "another course"}}, "is not linked to a course"),
        (
            {
                names.DEEP_SETTINGS: {
                    "accept_types": ["ltiResourceLink"],
                    "deep_link_return_url": "javascript:alert(1)",
                }
            },
            "is not an address",
        ),
    ],
)
def test_assignments_are_not_offered(scene: Scene, changes: Claims, said: str) -> None:
    with lti_platform.running() as platform:
        _linked(scene, platform)
        answer = _deep_link(scene, platform, **changes)
    assert answer.status_code == 403
    assert said in words(answer.text)


def test_without_a_key_nothing_is_signed(scene: Scene) -> None:
    with scene.database.reading() as session, pytest.raises(ServiceProblem, match="no key"):
        tool_keys.sign_claims(session, {})
