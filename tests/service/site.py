"""Browsers of several people, and what their pages hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import httpx2
from fastapi import FastAPI
from starlette.testclient import TestClient

from grader.service.auth import auth_secrets
from grader.service.auth.authentication import sign_in
from grader.service.data.tables import Person, SecretKind
from grader.service.mail.mail_settings import ConnectionSecurity, MailSettings
from grader.service.web.app import make_app
from grader.service.web.server_settings import ServerSettings
from tests.service.scene import RIGHT, Scene

URL = "http://grades.test"
MAIL = MailSettings("127.0.0.1", 25, ConnectionSecurity.NONE, "grades@grades.test")
"""By which nothing is sent: no test that has it runs a sender."""


def server(scene: Scene) -> FastAPI:
    """The server of a scene, the same for all its browsers."""
    if scene.server is None:
        settings = ServerSettings.at(URL, mail=MAIL, courses=scene.folder)
        scene.server = make_app(scene.database, settings)
    return scene.server


class Browser(TestClient):
    """A browser that follows no redirection by itself, and sends the origin along with forms."""

    def __init__(self, scene: Scene, person: Person | None = None) -> None:
        super().__init__(server(scene), base_url=URL, follow_redirects=False)
        self.headers["origin"] = URL
        self.csrf = ""
        if person is not None:
            with scene.database.writing() as session:
                cookie = sign_in(session, person.id)
            self.cookies.set("session", cookie, domain="grades.test")
            self.csrf = auth_secrets.csrf_token(cookie)

    def send_form(
        self, path: str, values: Mapping[str, object], **changes: object
    ) -> httpx2.Response:
        """Send a form of this session, with a file if it hands one in."""
        file = {"file": ("a.py", RIGHT)} if path.endswith("/submissions") else None
        return self.post(path, data={"csrf": self.csrf, **values, **changes}, files=file)

    def send_to_api(self, method: str, path: str, headers: Mapping[str, str]) -> httpx2.Response:
        """What a program does that hands in, or asks."""
        if method in {"GET", "DELETE"}:
            return self.request(method, path, headers={**headers})
        if not path.endswith("/submissions"):
            body = {"task": "2.1", "reason": "look again", "url": "https://hooks.example.org/",
                    "rule": "best", "bindings": {"search": "search(board)"}}  # fmt: skip
            return self.request(method, path, json=body, headers={**headers})
        file = {"file": ("a.py", RIGHT)}
        return self.post(path, files=file, headers={"idempotency-key": "key", **headers})

    def hand_in(self, content: bytes, filename: str = "mine.py", key: str = "k") -> str:
        """Hand in a file; the address to which that leads."""
        answer = self.post(
            "/c/demo/demo/submissions",
            data={"csrf": self.csrf, "key": key},
            files={"file": (filename, content)},
        )
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]


def token(scene: Scene, person: Person, scopes: str = "read submit") -> dict[str, str]:
    """Headers with a token of a person."""
    with scene.database.writing() as session:
        raw = auth_secrets.issue_secret(session, person.id, SecretKind.API, scopes=scopes)
    return {"authorization": f"Bearer {raw}"}


def words(page: str) -> str:
    """What a page says."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())
