"""A small platform of LTI 1.3: a real server, whose messages and services tests may change.

Shapes of Canvas, Moodle and others, after their documentation, are in ``tests/service/data/lti``.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx2
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from grader.service.data.lti_tables import LtiContext, LtiMember, LtiPlatform
from grader.service.data.tables import Person
from grader.service.lti import launch_claims as names
from grader.service.lti import tool_keys
from grader.service.lti.launch_login import DEEP_LINK, LAUNCH, LOGIN
from grader.service.lti.platforms import PlatformDetails, add_platform
from tests.service.scene import Scene
from tests.service.site import URL, Browser

CLIENT, DEPLOYMENT, CONTEXT = "client-1", "deployment-1", "course-101"
_MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership"
ROLES = {
    "student": [f"{_MEMBERSHIP}#Learner"],
    "assistant": [f"{_MEMBERSHIP}/Instructor#TeachingAssistant", f"{_MEMBERSHIP}#Instructor"],
    "instructor": [f"{_MEMBERSHIP}#Instructor"],
    "nobody": ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"],
}

Claims = dict[str, Any]


@dataclass
class Platform:
    """What the platform says and has got, to be changed by tests.

    Attributes:
        members: of its course, in pages.
        answers: the status and body with which it answers next, by method and the end of the path.
        got: each request with its body.
        items: its line items.
        scores: that it took, by line item and person.
    """

    address: str
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "first"}))
    public: dict[str, Any] | None = None
    members: list[list[dict[str, Any]]] = field(default_factory=lambda: [[]])
    answers: list[tuple[str, str, int, Any]] = field(default_factory=list)
    got: list[tuple[str, str, Any]] = field(default_factory=list)
    items: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    tool_keys: dict[str, Any] = field(default_factory=dict)
    next_page: Callable[[int], str] | None = None

    def details(self, **changes: Any) -> PlatformDetails:
        """How an administrator registers it."""
        given: dict[str, Any] = {
            "name": "Moodle", "issuer": self.address, "client_id": CLIENT,
            "auth_url": f"{self.address}/auth", "token_url": f"{self.address}/token",
            "jwks_url": f"{self.address}/keys", "deployments": DEPLOYMENT, "private": True,
        }  # fmt: skip
        return PlatformDetails(**{**given, **changes})

    def claims(self, nonce: str, role: str = "student", sub: str = "user-1") -> Claims:
        """What it says of a person who opens a link."""
        now = int(time.time())
        return {
            "iss": self.address, "aud": CLIENT, "sub": sub, "nonce": nonce, "iat": now,
            "exp": now + 300, "name": "Ada Lovelace", "email": "ada@example.edu",
            names.MESSAGE_TYPE: "LtiResourceLinkRequest", names.VERSION: "1.3.0",
            names.DEPLOYMENT: DEPLOYMENT, names.TARGET: URL + LAUNCH, names.ROLES: ROLES[role],
            names.CONTEXT: {"id": CONTEXT, "title": "Algorithms 1"},
            names.RESOURCE_LINK: {"id": "link-1"},
            names.CUSTOM: {"assignment": "demo"},
            names.LINE_ITEMS: {
                "scope": [*names.SCOPES[:-1]],
                "lineitems": f"{self.address}/lineitems?type_id=1",
            },
            names.NAMES_AND_ROLES: {
                "context_memberships_url": f"{self.address}/members", "service_versions": ["2.0"]
            },
        }  # fmt: skip

    def deep_claims(self, nonce: str, role: str = "instructor") -> Claims:
        """What it says of an instructor who adds a link."""
        found = self.claims(nonce, role, "user-9")
        del found[names.RESOURCE_LINK]
        return found | {
            names.MESSAGE_TYPE: "LtiDeepLinkingRequest", names.TARGET: URL + DEEP_LINK,
            names.DEEP_SETTINGS: {
                "accept_types": ["ltiResourceLink"], "data": "csrf:17",
                "accept_presentation_document_targets": ["iframe", "window"],
                "deep_link_return_url": f"{self.address}/return?course=1",
            },
        }  # fmt: skip

    def sign(self, claims: Claims, **header: Any) -> str:
        """A token with its key."""
        head = {"alg": "RS256", "kid": self.key.kid, **header}
        return jwt.encode(head, claims, self.key, algorithms=["RS256"])

    def key_set(self) -> dict[str, Any]:
        """Its public keys."""
        if self.public is not None:
            return self.public
        return dict(KeySet([self.key]).as_dict(private=False))

    @property
    def posted(self) -> list[dict[str, Any]]:
        """The scores that were posted, whatever became of them."""
        return [body for how, path, body in tuple(self.got)
                if how == "POST" and "/scores" in path]  # fmt: skip

    def paths(self, method: str) -> list[str]:
        """The paths that were asked for by a method."""
        return [path for how, path, _ in self.got if how == method]


def register(scene: Scene, platform: Platform, **changes: Any) -> LtiPlatform:
    """Add the platform in the name of an administrator."""
    admin = scene.person("root", None, admin=True)
    with scene.database.writing() as session:
        return add_platform(session, admin.id, platform.details(**changes))


def link(scene: Scene, platform: Platform, people: Mapping[str, Person]) -> int:
    """Register the platform, and link its course to the scene's; the id of the context.

    Args:
        people: students of both, by what the platform calls them.
    """
    row = register(scene, platform)
    with scene.database.writing() as session:
        platform.tool_keys = tool_keys.public_key_set(session)
        context = LtiContext(
            platform_id=row.id, deployment="d", name="c", title="Algorithms",
            scopes=" ".join(names.SCOPES), course_id=scene.course.id,
            line_items_url=f"{platform.address}/lineitems?type_id=1", roster_next_at=9e9,
        )  # fmt: skip
        session.add(context)
        session.flush()
        session.add_all(
            LtiMember(context_id=context.id, subject=subject, person_id=person.id,
                      role="student", listed_role="student")
            for subject, person in people.items()
        )  # fmt: skip
    return context.id


def begin(
    browser: Browser, platform: Platform, target: str = URL + LAUNCH, **changes: str
) -> dict[str, str]:
    """Begin a launch; what the service asks of the platform."""
    asked = {"iss": platform.address, "login_hint": "user-1", "target_link_uri": target,
             "client_id": CLIENT, "lti_message_hint": "hint"}  # fmt: skip
    answer = browser.get(LOGIN, params={**asked, **changes})
    assert answer.status_code == 303, answer.text
    to = answer.headers["location"]
    assert to.startswith(f"{platform.address}/auth?")
    return dict(parse_qsl(urlsplit(to).query))


def send(browser: Browser, state: str, token: str) -> httpx2.Response:
    """Send the platform's message, as its page has the browser do."""
    return browser.post(
        LAUNCH, data={"state": state, "id_token": token}, headers={"origin": "https://moodle.test"}
    )


def launch(
    browser: Browser, platform: Platform, role: str = "student", sub: str = "user-1",
    **changes: Any,
) -> httpx2.Response:  # fmt: skip
    """Open a link of the platform, to the end of what it does."""
    asked = begin(browser, platform)
    claims = {**platform.claims(asked["nonce"], role, sub), **changes}
    return send(browser, asked["state"], platform.sign(claims))


@contextmanager
def running() -> Iterator[Platform]:
    """One that listens at a port of its own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    platform = Platform(f"http://127.0.0.1:{server.server_address[1]}")
    server.platform = platform  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield platform
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer("GET", None)

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        self._answer("POST", dict(parse_qsl(content)) if form else json.loads(content))

    def _answer(self, method: str, body: Any) -> None:
        platform: Platform = self.server.platform  # type: ignore[attr-defined]
        platform.got.append((method, self.path, body))
        path = urlsplit(self.path).path
        for each in platform.answers:
            if each[0] == method and path.endswith(each[1]):
                platform.answers.remove(each)
                self._say(each[2], each[3])
                return
        if path not in {"/keys", "/token", "/configuration", "/register"}:
            assert self.headers["Authorization"] == "Bearer good"
        if path == "/members":
            self._members(platform)
        else:
            self._say(*_served(platform, method, path, self.path, body))

    def _members(self, platform: Platform) -> None:
        page = int(dict(parse_qsl(urlsplit(self.path).query)).get("page", "0"))
        link = ""
        if platform.next_page is not None:
            link = platform.next_page(page)
        elif page + 1 < len(platform.members):
            link = f'<{platform.address}/members?page={page + 1}>; rel="next"'
        found = {"id": "x", "context": {"id": CONTEXT}, "members": platform.members[page]}
        self._say(200, found, {"Link": link} if link else {})

    def _say(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        content = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody listens."""


def _served(platform: Platform, method: str, path: str, whole: str, body: Any) -> tuple[int, Any]:
    query = parse_qs(urlsplit(whole).query)
    match method, path:
        case "GET", "/keys":
            return 200, platform.key_set()
        case "POST", "/token":
            _check_assertion(platform, body)
            return 200, {"access_token": "good", "token_type": "bearer", "expires_in": 3600,
                         "scope": body["scope"]}  # fmt: skip
        case "GET", "/lineitems":
            wanted = query.get("resource_id", [None])[0]
            return 200, [each for each in platform.items if each.get("resourceId") == wanted]
        case "POST", "/lineitems":
            made = {
                **body,
                "id": f"{platform.address}/lineitems/{len(platform.items)}/lineitem?t=1",
            }
            platform.items.append(made)
            return 201, made
        case "POST", _ if path.endswith("/scores"):
            return _take_score(platform, path.removesuffix("/scores"), body)
        case "GET", _ if path.endswith("/results"):
            who = query["user_id"][0]
            found = platform.scores.get((path.removesuffix("/results"), who))
            return 200, [] if found is None else [
                {"userId": who, "resultScore": found["scoreGiven"],
                 "resultMaximum": found["scoreMaximum"]}
            ]  # fmt: skip
    return 404, {}


def _take_score(platform: Platform, item: str, body: dict[str, Any]) -> tuple[int, Any]:
    """Take a score as platforms do: only if it is newer than the one before."""
    before = platform.scores.get((item, body["userId"]))
    if before is not None and before["timestamp"] >= body["timestamp"]:
        return 409, {"error": "not newer"}
    platform.scores[item, body["userId"]] = body
    return 204, ""


def _check_assertion(platform: Platform, form: dict[str, str]) -> None:
    """Check what the service signed, by its own published keys."""
    keys = KeySet.import_key_set(platform.tool_keys)  # type: ignore[arg-type]
    claims = jwt.decode(form["client_assertion"], keys, algorithms=["RS256"]).claims
    assert form["grant_type"] == "client_credentials"
    assert claims["iss"] == claims["sub"] == CLIENT
    assert claims["aud"] == f"{platform.address}/token"
    assert claims["exp"] > time.time()


def unsigned(claims: Claims) -> str:
    """A token that nobody has signed."""
    head = {"alg": "none", "typ": "JWT", "kid": "first"}
    return ".".join((_encoded(head), _encoded(claims), ""))


def by_public_key(platform: Platform, claims: Claims) -> str:
    """A token signed with the public key as if it was a secret, which everybody knows."""
    head = f"{_encoded({'alg': 'HS256', 'kid': 'first'})}.{_encoded(claims)}"
    digest = hmac.digest(platform.key.as_pem(private=False), head.encode(), hashlib.sha256)
    return f"{head}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def by_strange_key(claims: Claims, **header: Any) -> str:
    """A token signed with a key of somebody else."""
    key = RSAKey.generate_key(2048, {"kid": "first"})
    head = {"alg": "RS256", "kid": "first", **header}
    return jwt.encode(head, claims, key, algorithms=["RS256"])


def _encoded(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
