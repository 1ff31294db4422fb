"""A service on this machine, with a course and its students."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2

from grader.service import course_editions, people
from grader.service.auth import auth_secrets
from grader.service.auth.authentication import sign_in
from grader.service.data.database import Database
from grader.service.data.tables import Role
from grader.service.server_process import DATABASE
from tests.service.empty import EmptyFile
from tests.service.ports import free_port

COURSE = "course"
_WORKERS = 2
_START = 300.0
"""Seconds in which a service has to be ready."""
_PATIENCE = 60.0
"""Seconds for which an answer is waited for."""


@dataclass(frozen=True, slots=True)
class Browser:
    """What a browser has of somebody who has signed in."""

    cookie: str
    csrf: str

    def at(self, address: str) -> httpx2.Client:
        """A client that asks the service at that address as this browser does."""
        headers = {"cookie": f"session={self.cookie}", "origin": address}
        return httpx2.Client(base_url=address, headers=headers, timeout=_PATIENCE)


@dataclass(frozen=True, slots=True)
class Site:
    """A service that runs.

    Attributes:
        process: that of the server, whose children are the workers.
    """

    database: Database
    students: list[Browser]
    address: str
    process: int


@contextlib.contextmanager
def site(course: Path, number: int) -> Iterator[Site]:
    """A service with the course in this folder and so many students; all goes with the context."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = Database(EmptyFile(folder / "empty").new(folder / "data"))
        students = enrolled(database, course, number)
        with serving(database, course) as (address, process):
            yield Site(database, students, address, process)
        database.close()


def enrolled(
    database: Database, folder: Path, number: int, role: Role = Role.STUDENT
) -> list[Browser]:
    """So many people of the course in this folder, who have signed in."""
    with database.writing() as session:
        course = course_editions.register_course(session, COURSE, folder, "A course")
        cookies = []
        for one in range(number):
            person = people.add_person(session, f"{role.value}{one}", f"{role.value.title()} {one}")
            people.enrol_person(session, person, course, role)
            cookies.append(sign_in(session, person.id))
    return [Browser(cookie, auth_secrets.csrf_token(cookie)) for cookie in cookies]


@contextlib.contextmanager
def serving(database: Database, course: Path) -> Iterator[tuple[str, int]]:
    """The service of this database and course: its address, and the server's process."""
    port = free_port()
    server = subprocess.Popen(
        [
            *(sys.executable, "-P", "-m", "grader", "serve", "--as", COURSE),
            *("--course", course, "--workers", str(_WORKERS), "--port", str(port)),
        ],
        env={**os.environ, DATABASE: database.url},
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_ready(server, f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def wait_until_ready(server: subprocess.Popen[bytes], address: str) -> None:
    """Wait until a service answers; raise RuntimeError if it ends, or takes too long."""
    began = time.monotonic()
    while time.monotonic() - began < _START and server.poll() is None:
        with contextlib.suppress(httpx2.TransportError):
            if httpx2.get(f"{address}/ready").status_code == httpx2.codes.OK:
                return
        time.sleep(0.2)
    raise RuntimeError("The service does not get ready.")
