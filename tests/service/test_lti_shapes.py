"""Launches, rosters and configurations in the shapes of Canvas and Moodle."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiMember
from grader.service.data.tables import Role
from grader.service.lti import launch_claims as names
from grader.service.lti import platforms, registration
from grader.service.lti.launch_claims import LaunchMessage, MessageType, read_message
from grader.service.lti.platform_client import add_to_path, add_to_query
from grader.service.outgoing_http import HttpAnswer
from tests.service import lti_platform
from tests.service.lti_platform import begin, send
from tests.service.scene import Scene
from tests.service.site import URL, Browser, words
from tests.service.test_lti_roster import Linked, linked

__all__ = ["linked"]

_DATA = Path(__file__).parent / "data" / "lti"


def shape(name: str) -> dict[str, Any]:
    """A shape, after the documentation of its platform."""
    found: dict[str, Any] = json.loads((_DATA / f"{name}.json").read_text())
    return found


CANVAS = LaunchMessage(
    MessageType.RESOURCE_LINK, "a445ca99-1a64-4697-9bfa-508a118245ea", "Ada Lovelace", "ada",
    Role.STUDENT, "1:8865aa05b4b79b64a91a86042e43af5ea8ae79eb",
    "4dde05e8ca1973bcca9bffc13e1548820eee93a3", "Algorithms 1", "demo",
    "https://canvas.example.edu/api/lti/courses/27/line_items/168",
    "https://canvas.example.edu/api/lti/courses/27/line_items",
    "https://canvas.example.edu/api/lti/courses/27/names_and_roles",
    " ".join(sorted(names.SCOPES)),
)  # fmt: skip
_MOODLE = "https://moodle.example.edu/mod/lti/services.php"
MOODLE = LaunchMessage(
    MessageType.RESOURCE_LINK, "17", "Ines Dahl", "ines", Role.INSTRUCTOR, "3", "5",
    "Algorithms 1", "demo", f"{_MOODLE}/5/lineitems/12/lineitem?type_id=3",
    f"{_MOODLE}/5/lineitems?type_id=3", f"{_MOODLE}/CourseSection/5/bindings/3/memberships",
    " ".join(sorted({*names.SCOPES} - {names.READ_LINE_ITEM_SCOPE})),
)  # fmt: skip


@pytest.mark.parametrize(("name", "message"), [("canvas", CANVAS), ("moodle", MOODLE)])
def test_a_launch_is_read(name: str, message: LaunchMessage) -> None:
    assert read_message(shape(f"{name}_launch")) == message


@pytest.mark.parametrize("name", ["canvas", "moodle"])
def test_a_launch_gets_as_far_as_it_should(scene: Scene, name: str) -> None:
    """Signed as the platform would, with its own issuer, client and deployment."""
    claims = shape(f"{name}_launch")
    with lti_platform.running() as platform:
        admin = scene.person("root", None, admin=True)
        with scene.database.writing() as session:
            row = platforms.add_platform(session, admin.id, platform.details(
                issuer=claims["iss"], client_id=claims["aud"], deployments=claims[names.DEPLOYMENT],
            ))  # fmt: skip
            session.add(LtiContext(
                platform_id=row.id, deployment=claims[names.DEPLOYMENT],
                name=claims[names.CONTEXT]["id"], title="", course_id=scene.course.id,
            ))  # fmt: skip
        browser = Browser(scene)
        asked = begin(browser, platform, iss=claims["iss"], client_id=claims["aud"])
        now = int(time.time())
        claims |= {"nonce": asked["nonce"], "iat": now, "exp": now + 3600,
                   names.TARGET: f"{URL}/lti/launch"}  # fmt: skip
        answer = send(browser, asked["state"], platform.sign(claims))
        assert answer.headers["location"] == "/lti/account", answer.text
        answer = browser.send_form("/lti/account", {"how": "new"})
        assert answer.headers["location"] == "/c/demo#assignment-demo"
    with scene.database.reading() as session:
        (item,) = session.scalars(select(LtiLineItem))
        assert item.url == claims[names.LINE_ITEMS]["lineitem"]
        (context,) = session.scalars(select(LtiContext))
        assert context.title == "Algorithms 1"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("canvas", {"Ada Lovelace": "student", "Ines Dahl": "assistant"}),
        ("moodle", {"Jonas Berg": "instructor", "Ada Lovelace": "student"}),
    ],
)
def test_a_roster_is_read(linked: Linked, name: str, expected: dict[str, str]) -> None:
    linked.platform.answers.append(("GET", "/members", 200, shape(f"{name}_roster")))
    linked.read()
    with linked.scene.database.reading() as session:
        found = {each.name: each.listed_role for each in session.scalars(select(LtiMember))}
    assert found == expected
    assert "could not be read" not in words(linked.staff.get("/c/demo/lti").text)


@pytest.mark.parametrize(
    ("name", "url", "audience", "host"),
    [
        (
            "canvas", "https://canvas.instructure.com/api/lti/security/openid-configuration",
            "https://sso.canvaslms.com", "Canvas canvas.instructure.com",
        ),
        (
            "moodle", "https://moodle.example.edu/mod/lti/openid-configuration.php", "",
            "Moodle moodle.example.edu",
        ),
    ],
)  # fmt: skip
def test_a_configuration_is_read(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, name: str, url: str, audience: str, host: str
) -> None:
    said = shape(f"{name}_configuration")
    answer = HttpAnswer(200, {}, json.dumps(said).encode())
    monkeypatch.setattr(registration, "send_request", lambda *_, **__: answer)
    found, _ = registration.read_configuration(url, private=False)
    assert (found.name, found.audience, found.issuer) == (host, audience, said["issuer"])
    admin = scene.person("root", None, admin=True)
    with scene.database.writing() as session:
        platforms.add_platform(session, admin.id, replace(found, client_id="1"))


def test_addresses_of_moodle_keep_their_query() -> None:
    item = shape("moodle_launch")[names.LINE_ITEMS]["lineitem"]
    assert add_to_path(item, "/scores").endswith("/lineitems/12/lineitem/scores?type_id=3")
    assert add_to_query(item, user_id="1&2").endswith("/lineitem?type_id=3&user_id=1%262")
