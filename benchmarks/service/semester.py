"""A whole semester in one database: its size, and the seconds of every page."""

from __future__ import annotations

import json
import random
import sqlite3
import statistics
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from sqlalchemy import select

from benchmarks.explanations import done
from benchmarks.service.site import COURSE, Browser
from grader import assignment as assignments
from grader.author import new_assignment, solution_variants
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading import grade
from grader.jobs.grading_answer import GradingAnswer, dump_summary_line
from grader.model.report import View
from grader.render import report_json
from grader.sandbox import choose
from grader.service import course_editions, people
from grader.service.auth import auth_secrets
from grader.service.auth.authentication import sign_in
from grader.service.data.database import Database, sqlite_url_in_folder
from grader.service.data.tables import Course, Edition, Person, Role, SecretKind
from grader.service.server_process import make_server
from grader.service.web.server_settings import ServerSettings
from tests.service.ports import free_port

ASSIGNMENTS, TIMES = 20, 5
"""Of each student: assignments, and submissions for each."""
_KEPT = Path(__file__).parents[2] / "build" / "semester"
_GRADINGS, _VARIATIONS = 12, 4
"""Real gradings that reports are made of, and how many variations there are of each."""
_DAY = 86_400.0
_AUDIT = 100_000
"""Entries of the audit."""

_PAGES = {
    "student": (
        "/", "/c/{course}", "/s/{own}", "/s/{own}/history", "/s/{own}/report", "/account",
    ),
    "assistant": (
        "/c/{course}", "/c/{course}/{assignment}/marking", "/c/{course}/{assignment}/submissions",
        "/c/{course}/{assignment}/submissions?page=5", "/c/{course}/{assignment}/alike",
        "/c/{course}/{assignment}/rubric", "/c/{course}/{assignment}/next?task={task}",
        "/s/{any}", "/s/{any}/marking", "/s/{any}/answer/{task}", "/s/{any}/report",
    ),
    "instructor": (
        "/c/{course}", "/c/{course}/people", "/c/{course}/matrix",
        "/c/{course}/{assignment}/overview", "/c/{course}/{assignment}/terms",
        "/c/{course}/{assignment}/release", "/c/{course}/{assignment}/regrade",
        "/c/{course}/{assignment}/gradebook", "/c/{course}/{assignment}/gradebook/csv",
        "/c/{course}/{assignment}/gradebook/canvas", "/c/{course}/{assignment}/similar",
    ),
    "administrator": ("/admin", "/admin/audit", "/admin/audit?words=submission+77"),
    "program": (
        "/api/v1/submissions/{any}", "/api/v1/submissions/{any}/report",
        "/api/v1/courses/{course}/assignments/{assignment}/gradebook", "/api/v1/metrics",
    ),
}  # fmt: skip


def table(students: int, runs: int) -> Iterator[str]:
    """Yield the lines of Markdown tables.

    Args:
        students: of the course.
        runs: how often each page is asked for, each time about another submission.
    """
    reports = _real_reports()
    with tempfile.TemporaryDirectory(dir=_KEPT) as name:
        folder = Path(name)
        database = Database(sqlite_url_in_folder(folder / "data"))
        database.migrate()
        began = time.monotonic()
        packed = [each for text in reports for each in _variations(text)]
        who = _people(database, folder / "course", students)
        number = _fill(database, packed)
        seconds = time.monotonic() - began
        assert database.file is not None
        size = database.file.stat().st_size
        plain = sum(len(text) for text in reports) / len(reports)
        small = sum(len(each.report) for each in packed) / len(packed)
        yield f"| {students} students × {ASSIGNMENTS} assignments × {TIMES} submissions | |"
        yield "| --- | ---: |"
        yield f"| submissions | {number:,} |"
        yield f"| a report as JSON, on average | {plain / 1e6:.2f} MB |"
        yield f"| the same in the database | {small / 1e3:.0f} kB, 1/{plain / small:.0f} |"
        yield f"| the database | {size / 1e9:.2f} GB, made in {seconds:.0f} s |"
        yield ""
        yield "| page | who | p50, ms | p99, ms | CPU time, ms | kB |"
        yield "| --- | --- | ---: | ---: | ---: | ---: |"
        with _served(database) as address:
            for role, paths in _PAGES.items():
                for path in paths:
                    yield _measured(database, who[role].at(address), role, path, runs)
        database.close()


# Reports ------------------------------------------------------------------------------------


def _real_reports() -> list[str]:
    """The reports of known-wrong solutions, graded in full; kept for the next time."""
    assignment, sandbox = assignments.load_assignment("ps2"), choose("auto")
    _KEPT.mkdir(parents=True, exist_ok=True)
    every = solution_variants.read_mutants(assignment)
    chosen = every[:: max(1, len(every) // _GRADINGS)][:_GRADINGS]
    files = [_KEPT / f"{number}.json" for number in range(len(chosen))]
    lacking = [number for number, file in enumerate(files) if not file.exists()]
    tests = prepare_hidden_tests(assignment) if lacking else None

    def graded(number: int) -> Work:
        def work(_: object) -> str:
            submission = solution_variants.variant_submission(assignment, chosen[number])
            report = grade(submission, assignment, sandbox, tests=tests, explain=True)
            files[number].write_text(report_json.dumps(report, View.STAFF))
            return ""

        return work

    done([graded(number) for number in lacking])
    return [file.read_text() for file in files]


@dataclass(frozen=True, slots=True)
class _Packed:
    """A report as the database keeps it, and its result in short."""

    report: bytes
    result: str


def _variations(text: str) -> Iterator[_Packed]:
    """Compress reports that differ in all times and in lines of the student's code."""
    result = dump_summary_line(GradingAnswer.of(report_json.loads(text)).result)
    for number in range(_VARIATIONS):
        chance = random.Random(f"{len(text)} {number}")
        found = _other(json.loads(text), chance)
        for cell in found["cells"]:
            remarks = (f"# {chance.getrandbits(160):x}" for _ in range(10))
            cell["source"] += "\n" + "\n".join(remarks)
        yield _Packed(zlib.compress((json.dumps(found, indent=1) + "\n").encode()), result)


def _other(value: Any, chance: random.Random, key: str = "") -> Any:
    """The same document with other times."""
    if isinstance(value, dict):
        return {name: _other(each, chance, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_other(each, chance, key) for each in value]
    if isinstance(value, float) and ("seconds" in key or key == "duration"):
        return value * chance.uniform(0.8, 1.25)
    return value


# The database -------------------------------------------------------------------------------


def _people(database: Database, folder: Path, students: int) -> dict[str, Browser]:
    """Enrol everybody, and sign one of each kind in; the course has small assignments' files."""
    for number in range(ASSIGNMENTS):
        new_assignment.make_new_assignment(folder, f"a{number + 1:02}")
    found = {}
    with database.writing() as session:
        course = course_editions.register_course(session, COURSE, folder, "A course")
        every = [
            people.add_person(session, f"student{number}", f"Student {number}")
            for number in range(students)
        ]
        for each in every:
            people.enrol_person(session, each, course, Role.STUDENT)
        own = {
            "student": every[students // 2],
            "assistant": people.add_person(session, "assistant", "Ann Assistant"),
            "instructor": people.add_person(session, "instructor", "Ines Instructor"),
            "administrator": people.add_person(session, "boss", "Administrator", admin=True),
        }
        people.enrol_person(session, own["assistant"], course, Role.ASSISTANT)
        people.enrol_person(session, own["instructor"], course, Role.INSTRUCTOR)
        for role, person in own.items():
            cookie = sign_in(session, person.id)
            found[role] = Browser(cookie, auth_secrets.csrf_token(cookie))
        raw = auth_secrets.issue_secret(
            session, own["administrator"].id, SecretKind.API, scopes="read measure"
        )
        found["program"] = Browser(raw, "")
    return found


def _fill(database: Database, packed: list[_Packed]) -> int:
    """Have everybody hand in, late and early, and grade it all; how many submissions there are.

    Rows are written as they are: to compress each report anew would take an hour.
    """
    with database.reading() as session:
        course = session.scalars(select(Course.id)).one()
        editions = {
            assignment: edition
            for edition, assignment in session.execute(select(Edition.id, Edition.assignment))
        }
        students = session.scalars(
            select(Person.id).where(Person.login.startswith("student")).order_by(Person.id)
        ).all()
    content = Path("submissions/alice.py").read_bytes()
    now, number, chance = time.time(), 0, random.Random(1)
    assert database.file is not None
    with closing(sqlite3.connect(database.file, isolation_level=None)) as raw:
        raw.execute("PRAGMA synchronous=OFF")
        for place, (assignment, edition) in enumerate(sorted(editions.items())):
            raw.execute("BEGIN")
            start = now - (ASSIGNMENTS - place) * 7 * _DAY
            for time_ in range(TIMES):
                for person in students:
                    number += 1
                    at = start + time_ * _DAY + chance.random() * _DAY
                    one = chance.choice(packed)
                    raw.execute(
                        "INSERT INTO submission (id, course_id, person_id, assignment, filename,"
                        " content, sha256, key, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        (number, course, person, assignment, "mine.py",
                         content + f"# {number}\n".encode(), f"{number:064x}", f"k{number}", at),
                    )  # fmt: skip
                    raw.execute(
                        "INSERT INTO grading (id, submission_id, edition_id, regrade, state,"
                        " worker, claim, turn, losses, failures, queued_at, started_at,"
                        " finished_at, result, reason, trace)"
                        " VALUES (?, ?, ?, 0, 'done', '', '', 0, 0, 0, ?, ?, ?, ?, '', '')",
                        (number, number, edition, at, at, at + 9.0, one.result),
                    )
                    raw.execute("INSERT INTO report VALUES (?, ?)", (number, one.report))
            raw.execute("COMMIT")
        raw.execute("BEGIN")
        raw.executemany(
            "INSERT INTO audit (at, person_id, deed, about) VALUES (?, ?, 'read', ?)",
            [
                (now - _AUDIT + each, students[0], f"submission {each % number}")
                for each in range(_AUDIT)
            ],
        )
        raw.execute("COMMIT")
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return number


# Pages --------------------------------------------------------------------------------------


@contextmanager
def _served(database: Database) -> Iterator[str]:
    port = free_port()
    settings = ServerSettings.at(f"http://127.0.0.1:{port}")
    server = make_server(database, settings, "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            thread.join(0.01)
        yield settings.url
    finally:
        server.should_exit = True
        thread.join()


def _measured(database: Database, client: httpx2.Client, role: str, path: str, runs: int) -> str:
    """A row of the table."""
    chance = random.Random(path)
    file = database.file
    assert file is not None
    with closing(sqlite3.connect(file)) as raw:
        (most,) = raw.execute("SELECT max(id) FROM submission").fetchone()
        own = [
            submission
            for (submission,) in raw.execute(
                "SELECT submission.id FROM submission JOIN secret USING (person_id)"
                " JOIN person ON person.id = person_id WHERE secret.kind = 'session'"
                " AND person.login LIKE 'student%'"
            )
        ]
    seconds, spent, size = [], [], 0
    with client:
        if role == "program":
            token = client.headers.pop("cookie").removeprefix("session=")
            client.headers["authorization"] = f"Bearer {token}"
        for _ in range(runs):
            where = path.format(
                course=COURSE, assignment=f"a{chance.randint(1, ASSIGNMENTS):02}", task="1.1",
                own=chance.choice(own), any=chance.randint(1, most),
            )  # fmt: skip
            began, before = time.monotonic(), time.process_time()
            answer = client.get(where)
            # Of browser and server, which are one process here; it says more on a busy machine.
            spent.append(1000 * (time.process_time() - before))
            seconds.append(1000 * (time.monotonic() - began))
            assert answer.status_code in {200, 303}, (where, answer.status_code, answer.text[:500])
            size = max(size, len(answer.content))
    ordered = sorted(seconds)
    p50, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    cpu = statistics.median(spent)
    return f"| `{path}` | {role} | {p50:.0f} | {p99:.0f} | {cpu:.0f} | {size / 1000:.0f} |"
