"""A whole semester in one database: its size, and the seconds of every page."""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
from sqlalchemy import text

from benchmarks.service.semester_data import (
    KEPT,
    CourseSize,
    assignment_name,
    enrol_everybody,
    fill_course,
    real_reports,
    sign_everybody_in,
    variations_of_report,
)
from benchmarks.service.site import COURSE, Browser, wait_until_ready
from grader.service.data.database import Database, sqlite_url_in_folder
from grader.service.server_process import DATABASE
from tests.service.ports import free_port

_TICKS = os.sysconf("SC_CLK_TCK")
_WAITING, _POLLERS, _POLLING = 5_000, 20, 10.0
"""Gradings that wait, people who ask for theirs again and again, and the seconds of that."""

_POLLED = {"program": "/api/v1/submissions/{newest}/progress", "assistant": "/s/{newest}/progress"}
"""What programs ask for, and pages that have no stream of events."""
_PAGES = {
    "student": (
        "/", "/c/{course}", "/s/{own}", "/s/{own}/history", "/s/{own}/report", "/account",
    ),
    "assistant": (
        "/c/{course}", "/c/{course}/{assignment}/marking", "/c/{course}/{assignment}/submissions",
        "/c/{course}/{assignment}/submissions?page=5", "/c/{course}/{assignment}/alike",
        "/c/{course}/{assignment}/submissions?verdict=wrong+answer&name=12",
        "/c/{course}/{assignment}/rubric", "/c/{course}/{assignment}/next?task={task}",
        "/s/{any}", "/s/{any}/marking", "/s/{any}/answer/{task}", "/s/{any}/report",
    ),
    "instructor": (
        "/c/{course}", "/c/{course}/people", "/c/{course}/matrix",
        "/c/{course}/matrix?assignment=", "/c/{course}/matrix?assignment={assignment}&below=50",
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


def table(size: CourseSize, runs: int, url: str = "", kept: Path | None = None) -> Iterator[str]:
    """Yield the lines of Markdown tables.

    Args:
        runs: how often each page is asked for, each time about another submission.
        url: of a PostgreSQL database; without one, SQLite is measured.
        kept: a folder in which the course and a SQLite database stay. What is filled already is
            measured again as it is.
    """
    with contextlib.ExitStack() as undo:
        KEPT.mkdir(parents=True, exist_ok=True)
        folder = kept or Path(undo.enter_context(tempfile.TemporaryDirectory(dir=KEPT)))
        database = Database(url or sqlite_url_in_folder(folder / "data"))
        undo.callback(database.close)
        database.migrate()
        if not _submissions(database):
            yield from _fill(database, folder / "course", size)
        who = sign_everybody_in(database)
        yield f"| the database, of {_submissions(database):,} submissions | |"
        yield "| --- | ---: |"
        yield f"| on disk | {_bytes(database) / 1e9:.2f} GB |"
        yield ""
        yield from measure(database, who, runs)


def _fill(database: Database, course: Path, size: CourseSize) -> Iterator[str]:
    """Fill an empty database, and yield the lines of a table about that."""
    reports = real_reports()
    began = time.monotonic()
    packed = [each for report in reports for each in variations_of_report(report)]
    enrol_everybody(database, course, size)
    number = fill_course(database, packed, size)
    seconds = time.monotonic() - began
    plain = sum(len(report) for report in reports) / len(reports)
    small = sum(len(each.report) for each in packed) / len(packed)
    yield f"| {size.students} students × {size.assignments} assignments | |"
    yield "| --- | ---: |"
    yield f"| submissions | {number:,} |"
    yield f"| a report as JSON, on average | {plain / 1e6:.2f} MB |"
    yield f"| the same in the database | {small / 1e3:.0f} kB, 1/{plain / small:.0f} |"
    yield f"| made in | {seconds:.0f} s |"
    yield ""


def _submissions(database: Database) -> int:
    with database.reading() as session:
        return int(session.scalar(text("SELECT count(*) FROM submission")) or 0)


def measure(database: Database, who: dict[str, Browser], runs: int) -> Iterator[str]:
    """Yield the lines of the tables about a database that is filled."""
    yield "| page | who | p50, ms | p99, ms | CPU time, ms | kB |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    with _served(database) as (address, process):
        for role, paths in _PAGES.items():
            for path in paths:
                yield _measured(database, who[role].at(address), process, role, path, runs)
        yield ""
        yield "| memory of the server, at most | |"
        yield "| --- | ---: |"
        yield f"| after all these pages | {_peak(process) / 1e3:.0f} MB |"
        yield ""
        yield "| gradings that wait | 20 ask | answers per second | slowest, ms | CPU time, ms |"
        yield "| ---: | --- | ---: | ---: | ---: |"
        for waiting in (1, _WAITING):
            newest = _queue(database, waiting)
            for role, path in _POLLED.items():
                client = who[role].at(address)
                if role == "program":
                    _as_program(client)
                yield _polled(client, process, path.format(newest=newest), waiting)
        _queue(database, 0)


def _bytes(database: Database) -> int:
    if database.file is not None:
        return database.file.stat().st_size
    with database.reading() as session:
        return int(session.scalar(text("SELECT pg_database_size(current_database())")) or 0)


# Pages --------------------------------------------------------------------------------------


@contextlib.contextmanager
def _served(database: Database) -> Iterator[tuple[str, int]]:
    """A server without workers: its address and its process."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.service.bare_server", str(port)],
        env={**os.environ, DATABASE: database.url, "MALLOC_ARENA_MAX": "2"},
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_ready(server, f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def _measured(
    database: Database, client: httpx2.Client, process: int, role: str, path: str, runs: int
) -> str:
    """A row of the table."""
    chance = random.Random(path)
    with database.reading() as session:
        most = session.scalar(text("SELECT max(id) FROM submission")) or 0
        own = session.scalars(text(
            "SELECT submission.id FROM submission"
            " JOIN secret ON secret.person_id = submission.person_id"
            " JOIN person ON person.id = submission.person_id WHERE secret.kind = 'session'"
            " AND person.login LIKE 'student%'"
        )).all()  # fmt: skip
    seconds, spent, size = [], [], 0
    with client:
        if role == "program":
            _as_program(client)
        for _ in range(runs):
            where = path.format(
                course=COURSE, assignment=assignment_name(0), task="1.1", own=chance.choice(own),
                any=chance.randint(1, most),
            )  # fmt: skip
            began, before = time.monotonic(), _cpu(process)
            answer = client.get(where)
            spent.append(1000 * (_cpu(process) - before))  # it says more on a busy machine
            seconds.append(1000 * (time.monotonic() - began))
            assert answer.status_code in {200, 303}, (where, answer.status_code, answer.text[:500])
            size = max(size, len(answer.content))
    ordered = sorted(seconds)
    p50, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    cpu = statistics.fmean(spent)
    return f"| `{path}` | {role} | {p50:.0f} | {p99:.0f} | {cpu:.0f} | {size / 1000:.0f} |"


def _as_program(client: httpx2.Client) -> None:
    token = client.headers.pop("cookie").removeprefix("session=")
    client.headers["authorization"] = f"Bearer {token}"


def _cpu(process: int) -> float:
    """Seconds of CPU time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _peak(process: int) -> int:
    """The most memory that a process has had, in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (found,) = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return int(found)


# The queue ----------------------------------------------------------------------------------


def _queue(database: Database, number: int) -> int:
    """Have so many gradings wait, those of the newest submissions; return the newest.

    Whatever waited before is done.
    """
    with database.writing() as session:
        session.execute(text("UPDATE grading SET state = 'done' WHERE state = 'queued'"))
        session.execute(
            text("UPDATE grading SET state = 'queued' WHERE id IN"
                 " (SELECT id FROM grading ORDER BY id DESC LIMIT :number)"),
            {"number": number},
        )  # fmt: skip
        return session.scalar(text("SELECT max(id) FROM submission")) or 0


def _polled(client: httpx2.Client, process: int, path: str, waiting: int) -> str:
    """A row of the table: everybody asks for the newest submission as fast as they can."""
    ends = time.monotonic() + _POLLING
    slowest = [0.0] * _POLLERS
    counts = [0] * _POLLERS

    def poll(who: int) -> None:
        while (began := time.monotonic()) < ends:
            client.get(path).raise_for_status()
            slowest[who] = max(slowest[who], time.monotonic() - began)
            counts[who] += 1

    before = _cpu(process)
    threads = [threading.Thread(target=poll, args=(who,)) for who in range(_POLLERS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    spent = 1000 * (_cpu(process) - before) / max(1, sum(counts))
    return (
        f"| {waiting:,} | `{path}` | {sum(counts) / _POLLING:.0f} | {1000 * max(slowest):.0f} | "
        f"{spent:.1f} |"
    )
