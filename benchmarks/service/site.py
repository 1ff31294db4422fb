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

from grader.service import courses, people
from grader.service.auth import tokens
from grader.service.auth.visitors import sign_in
from grader.service.data.database import Database
from grader.service.data.tables import Role
from grader.service.serving import DATABASE
from tests.service.empty import EmptyFile
from tests.service.ports import free_port

COURSE = "course"
_WORKERS = 2
_START = 60.0
"""Seconds in which a service has to be ready."""


@dataclass(frozen=True, slots=True)
class Student:
    """What a browser has of somebody who has signed in."""

    cookie: str
    csrf: str


@dataclass(frozen=True, slots=True)
class Site:
    """A service that runs.

    Attributes:
        process: that of the server, whose children are the workers.
    """

    database: Database
    students: list[Student]
    address: str
    process: int


@contextlib.contextmanager
def site(course: Path, number: int) -> Iterator[Site]:
    """A service with the course in this folder and so many students; all goes with the context."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = Database(EmptyFile(folder / "empty").new(folder / "data"))
        students = _students(database, course, number)
        with _serving(database, course) as (address, process):
            yield Site(database, students, address, process)
        database.close()


def _students(database: Database, folder: Path, number: int) -> list[Student]:
    with database.writing() as session:
        course = courses.register(session, COURSE, folder, "A course")
        cookies = []
        for one in range(number):
            person = people.add(session, f"student{one}", f"Student {one}")
            people.enrol(session, person, course, Role.STUDENT)
            cookies.append(sign_in(session, person.id))
    return [Student(cookie, tokens.csrf(cookie)) for cookie in cookies]


@contextlib.contextmanager
def _serving(database: Database, course: Path) -> Iterator[tuple[str, int]]:
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
        _wait_until_ready(server, f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def _wait_until_ready(server: subprocess.Popen[bytes], address: str) -> None:
    began = time.monotonic()
    while time.monotonic() - began < _START and server.poll() is None:
        with contextlib.suppress(httpx2.TransportError):
            if httpx2.get(f"{address}/ready").status_code == httpx2.codes.OK:
                return
        time.sleep(0.2)
    raise RuntimeError("The service does not get ready.")
