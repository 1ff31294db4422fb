"""LTI with a platform that others have written: Open edX's, with its own models and services."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import select

from grader.service.data.lti_tables import LtiContext, LtiScore
from grader.service.data.tables import Membership, Person, Role
from grader.service.lti import platforms
from grader.service.lti.platform_client import PlatformClient
from grader.service.lti.platforms import PlatformDetails
from grader.service.lti.roster_sync import read_due_roster
from grader.service.lti.score_sender import make_line_item_or_send_score
from tests.render import samples
from tests.service.ports import free_port
from tests.service.running import cookie, running
from tests.service.scene import Scene
from tests.service.site import words

pytestmark = pytest.mark.slow

_ROOT = Path(__file__).parents[2]
_PYTHON = _ROOT / ".venv" / "openedx" / "bin" / "python"


@pytest.fixture(scope="module")
def python() -> Path:
    """The interpreter of an environment that has the platform."""
    if not _PYTHON.exists():
        assert not os.environ.get("CI"), "It has to be there (scripts/install-openedx)."
        pytest.skip("Open edX's side of LTI is not installed (scripts/install-openedx).")
    return _PYTHON


@contextmanager
def _platform(python: Path, service: str, folder: Path) -> Iterator[str]:
    """The address of the platform, which knows the service."""
    port = free_port()
    program = Path(__file__).parent / "openedx" / "serve_openedx.py"
    with subprocess.Popen(
        [python, program, str(port), service, folder], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert any(line == "listening\n" for line in process.stdout)
            rest = threading.Thread(target=process.stdout.read)
            rest.start()
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
    rest.join()


@dataclass
class Tried:
    """The service and the platform, and what people do at both."""

    scene: Scene
    service: str
    platform: str
    open_until: ExitStack

    def asked(self, path: str, value: Any = None) -> Any:
        """What the platform says to a test."""
        body = None if value is None else json.dumps(value).encode()
        with urllib.request.urlopen(f"{self.platform}/{path}", body) as answer:
            return json.load(answer)

    def open(
        self, browser: httpx2.Client, user: str, role: str, *, deep: bool = False
    ) -> httpx2.Response:
        """Open the link of the platform's course in a browser, up to what the service says."""
        asked = {"user": user, "role": role, "name": user.capitalize(), "deep": deep}
        begun = browser.get(self.asked("open", asked)["url"])
        assert begun.status_code == 303, begun.text
        page = browser.get(begun.headers["location"]).text
        action = re.search(r'action="([^"]+)"', page)
        assert action is not None, page
        values = dict(re.findall(r'<input name="(\w+)" value="([^"]*)"', page))
        return browser.post(
            unescape(action[1]), data={name: unescape(value) for name, value in values.items()}
        )

    def browser(self, person: Person | None = None) -> httpx2.Client:
        """A browser, signed in here as somebody."""
        made = self.open_until.enter_context(
            httpx2.Client(base_url=self.service, headers={"origin": self.service})
        )
        if person is not None:
            made.cookies.set("session", cookie(self.scene, person), domain="127.0.0.1")
        return made

    def form(self, browser: httpx2.Client, page: str, to: str, **values: Any) -> httpx2.Response:
        """Send a form of a page."""
        csrf = re.search(r'name="csrf" value="(\w+)"', browser.get(page).text)
        return browser.post(to, data={**({"csrf": csrf[1]} if csrf else {}), **values})

    def roles(self) -> dict[str, str]:
        """The role of everybody in the course, by login."""
        with self.scene.database.reading() as session:
            rows = session.execute(
                select(Person.login, Membership.role)
                .join(Membership, Membership.person_id == Person.id)
                .where(Membership.course_id == self.scene.course.id)
            )
            return dict(rows.tuples().all())


def test_a_course_of_open_edx(scene: Scene, python: Path, tmp_path: Path) -> None:
    """From registering to the score in its database, and back with its roster."""
    folder = tmp_path / "openedx"
    folder.mkdir()
    with (
        running(scene) as service,
        _platform(python, service, folder) as address,
        ExitStack() as until,
    ):
        tried = Tried(scene, service, address, until)
        _register(tried)
        teacher = _link(tried)
        _choose_an_assignment(tried)
        student = _come_as_a_student(tried)
        _get_a_score(tried, student)
        _follow_the_roster(tried, teacher)


def _register(tried: Tried) -> None:
    admin = tried.scene.person("root", None, admin=True)
    details = PlatformDetails(name="Open edX", private=True, **tried.asked("configured"))
    with tried.scene.database.writing() as session:
        platforms.add_platform(session, admin.id, details)


def _link(tried: Tried) -> httpx2.Client:
    """An instructor of both courses comes, and links them."""
    jonas = tried.scene.person("jonas", Role.INSTRUCTOR)
    browser = tried.browser(jonas)
    arrived = tried.open(browser, "user-9", "instructor")
    assert arrived.headers["location"] == "/lti/account", arrived.text
    linked = tried.form(browser, "/lti/account", "/lti/account", how="own")
    assert linked.headers["location"] == "/lti/contexts", linked.text
    with tried.scene.database.reading() as session:
        (context,) = session.scalars(select(LtiContext))
    assert context.title == "Algorithms 1"
    done = tried.form(browser, "/lti/contexts", "/lti/contexts", context=context.id, course="demo")
    assert done.headers["location"] == "/c/demo/lti", done.text
    return browser


def _choose_an_assignment(tried: Tried) -> None:
    page = tried.open(tried.browser(), "user-9", "instructor", deep=True).text
    action = re.search(r'<form[^>]* action="([^"]+)"', page)
    token = re.search(r'name="JWT" value="([^"]+)"', page)
    assert action is not None, page
    assert token is not None
    answer = httpx2.post(unescape(action[1]), data={"JWT": token[1]})
    assert answer.status_code == 200, answer.text
    (chosen,) = tried.asked("scores")["chosen"]
    assert chosen["custom"] == {"assignment": "demo"}
    assert chosen["url"] == f"{tried.service}/lti/launch"


def _come_as_a_student(tried: Tried) -> Person:
    browser = tried.browser()
    assert tried.open(browser, "user-1", "student").headers["location"] == "/lti/account"
    arrived = tried.form(browser, "/lti/account", "/lti/account", how="new")
    assert arrived.headers["location"] == "/c/demo#assignment-demo", arrived.text
    assert tried.roles() == {"jonas": "instructor", "user-1@open-edx": "student"}
    with tried.scene.database.reading() as session:
        return session.scalars(select(Person).where(Person.login == "user-1@open-edx")).one()


def _get_a_score(tried: Tried, student: Person) -> None:
    scene, client = tried.scene, PlatformClient(tried.scene.database)
    scene.graded(student, samples.report(samples.RIGHT))
    scene.release()
    while make_line_item_or_send_score(client):
        pass
    with scene.database.reading() as session:
        (row,) = session.scalars(select(LtiScore))
        assert (row.problem, row.sent) == ("", row.wanted)
    found = tried.asked("scores")
    assert [each["resource_id"] for each in found["items"]] == ["demo"]
    assert found["scores"] == [
        {"user_id": "user-1", "score_given": 1.0, "score_maximum": 1.0,
         "grading_progress": "FullyGraded"}
    ]  # fmt: skip


def _follow_the_roster(tried: Tried, teacher: httpx2.Client) -> None:
    client = PlatformClient(tried.scene.database)
    for members, said, roles in (
        (
            [("1", "Ada", "student"), ("2", "Ben", "student"), ("9", "Jonas", "instructor")],
            "Ben joins as student",
            {"jonas": "instructor", "user-1@open-edx": "student", "ben@open-edx": "student"},
        ),
        (
            [("2", "Ben", "staff"), ("9", "Jonas", "instructor")],
            "left there: loses their place",
            {"jonas": "instructor", "ben@open-edx": "instructor"},
        ),
    ):
        tried.asked("members", [
            {"id": int(number), "name": name, "email": f"{name}@example.edu", "roles": [role]}
            for number, name, role in members
        ])  # fmt: skip
        tried.form(teacher, "/c/demo/lti", "/c/demo/lti/1/roster")
        assert read_due_roster(client)
        page = teacher.get("/c/demo/lti").text
        assert said in words(page), words(page)
        ticked = re.findall(r'name="member" value="(\d+)" checked', page)
        done = tried.form(teacher, "/c/demo/lti", "/c/demo/lti/1/apply", member=ticked)
        assert done.status_code == 303, done.text
        assert tried.roles() == roles
