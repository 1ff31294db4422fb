"""Many people sign in at the same moment: what everybody else waits for meanwhile."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2

from benchmarks.service.site import Site, site
from grader.service.auth import passwords
from grader.service.data.tables import Person
from tests.made_up import made_up

_PASSWORD = "a password of some length"
_PATIENCE = 600.0
"""Seconds for which an answer is waited for, on a machine that does other things as well."""
_PAUSE = 0.02
"""Seconds between two questions whether the server lives."""


def table(number: int) -> Iterator[str]:
    """Yield the lines of a Markdown table: so many people sign in at once."""
    with tempfile.TemporaryDirectory() as folder:
        made_up(Path(folder))
        with site(Path(folder), number) as running:
            logins = _with_passwords(running)
            resting = _asked(running, threading.Event(), 50)
            over = threading.Event()
            statuses: Counter[int] = Counter()
            seconds: list[float] = []
            crowd = [
                threading.Thread(target=_sign_in, args=(running, login, statuses, seconds))
                for login in logins
            ]
            asking: list[float] = []
            watcher = threading.Thread(target=lambda: asking.extend(_asked(running, over, 100_000)))
            watcher.start()
            for each in crowd:
                each.start()
            for each in crowd:
                each.join()
            over.set()
            watcher.join()
    yield f"| {number} people sign in at once | p50 | p99 | longest |"
    yield "| --- | ---: | ---: | ---: |"
    yield _row("`/health` at rest, ms", resting)
    yield _row("`/health` meanwhile, ms", asking)
    yield _row("a sign-in, ms", seconds)
    yield ""
    answers = ", ".join(f"{many} × {status}" for status, many in sorted(statuses.items()))
    yield f"Answers to the sign-ins: {answers}."


def _with_passwords(running: Site) -> list[str]:
    kept = passwords.hash_password(_PASSWORD)
    with running.database.writing() as session:
        people = session.query(Person).filter(Person.login.startswith("student")).all()
        for person in people:
            person.password = kept
    return [person.login for person in people]


def _sign_in(running: Site, login: str, statuses: Counter[int], seconds: list[float]) -> None:
    began = time.monotonic()
    answer = httpx2.post(
        f"{running.address}/sign-in",
        data={"login": login, "password": _PASSWORD},
        headers={"origin": running.address},
        timeout=_PATIENCE,
    )
    seconds.append(time.monotonic() - began)
    statuses[answer.status_code] += 1


def _asked(running: Site, over: threading.Event, most: int) -> list[float]:
    """Ask until it is over, or so many times; the seconds of each answer."""
    found: list[float] = []
    with httpx2.Client(base_url=running.address, timeout=_PATIENCE) as client:
        while len(found) < most and not over.wait(_PAUSE):
            began = time.monotonic()
            client.get("/health").raise_for_status()
            found.append(time.monotonic() - began)
    return found


def _row(what: str, seconds: list[float]) -> str:
    ordered = sorted(1000 * each for each in seconds)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"| {what} | {statistics.median(ordered):.0f} | {p99:.0f} | {ordered[-1]:.0f} |"
